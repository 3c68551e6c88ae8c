import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * After going elsewhere the reading goes on at the new page's title. Focus that is in the page already stays: a form took
 * it, or a list that only showed something else beside it.
 */
export function useFocusOnPages(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        const main = document.getElementById('content')
        const now = document.activeElement
        if (!main || (now && now !== main && main.contains(now)) || now?.closest('[role="dialog"]')) return
        const title = main.querySelector('h1')
        if (title) title.tabIndex = -1
        ;(title ?? main).focus({ preventScroll: true })
      }),
    [router],
  )
}
