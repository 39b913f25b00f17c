import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '@/shared/api/query-client.ts'
import { Root } from './root.tsx'

const queryClient = createQueryClient()
/** One route for every address: the shell finds the screen itself, so that screens can stay alive. */
const router = createBrowserRouter([{ path: '*', element: <Root /> }])

/** The application. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
