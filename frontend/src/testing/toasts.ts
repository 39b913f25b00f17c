import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/**
 * Waits until a toast with this text is on screen. It is looked up again each time: a toast that was said in a dialog
 * moves to the page when the dialog closes, and is another element there.
 */
export async function expectToast(text: string): Promise<void> {
  await waitFor(() => expect(screen.getByText(text)).toBeVisible())
}
