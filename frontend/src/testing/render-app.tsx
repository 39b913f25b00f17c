import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { ROUTES } from '@/app/routes.tsx'
import { createQueryClient } from '@/shared/api/query-client.ts'

interface RenderOptions {
  /** Addresses visited before, oldest first. */
  before?: string[]
  /** Whether the age question was answered on an earlier visit. */
  confirmed?: boolean
}

/** Renders the site at a URL with an empty cache and without retry delays. */
export function renderApp(address: string, { before = [], confirmed = true }: RenderOptions = {}) {
  if (confirmed) localStorage.setItem('yingku.ageConfirmedAt', String(Date.now()))
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.ageConfirmedAt' }))
  const entries = [...before, address]
  const router = createMemoryRouter(ROUTES, {
    initialEntries: entries,
    initialIndex: entries.length - 1,
  })
  const client = createQueryClient(0)
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, client, user: userEvent.setup() }
}
