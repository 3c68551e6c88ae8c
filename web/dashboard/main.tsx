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
import { LEFT, leave } from './app/sign-out.ts'
import { Toasts } from './ui/toast.tsx'

// Signed out elsewhere, removed from the team, or 30 days over: nothing of what was shown stays. Where nobody was signed
// in yet, the route itself leads to the sign-in.
whenSignedOut(() => {
  if (queryClient.getQueryData(me.queryKey)) leave(router.state.location.href)
})

// Whoever signs out in one tab has left the others, too.
window.addEventListener('storage', ({ key }) => {
  if (key === LEFT && queryClient.getQueryData(me.queryKey)) leave()
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
