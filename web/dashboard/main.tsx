import './style.css'
import './app/theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenSignedOut } from './api/client.ts'
import { queryClient } from './api/queries.ts'
import { router } from './app/router.tsx'
import { me } from './app/session.ts'
import { leave } from './app/sign-out.ts'
import { Toasts } from './ui/toast.tsx'

// Signed out elsewhere, removed from the team, or 30 days over: nothing of what was shown stays. Where nobody was signed
// in yet, the route itself leads to the sign-in.
whenSignedOut(() => {
  if (queryClient.getQueryData(me.queryKey)) leave(router, router.state.location.href)
})

const RELOADED = 'icebot.reloaded'
const RELOAD_PAUSE_MS = 60_000

// After an upgrade the parts of the old program are gone; the page loads the new one, but not again and again.
window.addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_PAUSE_MS) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
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
