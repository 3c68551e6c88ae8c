import './style.css'
import './app/theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenSignedOut } from './api/client.ts'
import { queryClient } from './api/queries.ts'
import { router } from './app/router.tsx'
import { Toasts } from './ui/toast.tsx'

// Signed out elsewhere, removed from the team, or 30 days over: nothing of what was shown stays.
whenSignedOut(() => {
  if (router.state.location.pathname === '/sign-in') return
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { next: router.state.location.href } })
})

// After an upgrade the parts of the old program are gone; the page loads the new one, once.
window.addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem('icebot.reloaded')) return
  sessionStorage.setItem('icebot.reloaded', '1')
  location.reload()
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Toasts>
        <RouterProvider router={router} />
      </Toasts>
    </QueryClientProvider>
  </StrictMode>,
)
