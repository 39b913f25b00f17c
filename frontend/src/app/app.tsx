import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { createQueryClient } from '@/shared/api/query-client.ts'
import { ROUTES } from './routes.tsx'

const queryClient = createQueryClient()
const router = createBrowserRouter(ROUTES)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
