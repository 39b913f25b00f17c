import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TextField } from '../ui/field.tsx'
import { useForm } from './use-form.ts'

const send = vi.fn()
const short = (text: string) => (text.length < 3 ? '太短' : null)

function Form() {
  const { field, submit } = useForm({ one: '', two: '' }, { one: short, two: short })
  return (
    <form onSubmit={submit(send)}>
      <TextField label="一" field={field('one')} />
      <TextField label="二" field={field('two')} />
      <button type="submit">发送</button>
    </form>
  )
}

function open() {
  send.mockClear()
  render(<Form />)
  return userEvent.setup()
}

const one = () => screen.getByLabelText('一')
const two = () => screen.getByLabelText('二')

it('judges a field that is left for another one, not on the way to a button', async () => {
  const user = open()
  await user.type(one(), 'a')
  screen.getByRole('button').focus()
  expect(one()).not.toHaveAccessibleDescription()
  await user.click(one())
  await user.click(two())
  expect(one()).toHaveAccessibleDescription('太短')
  expect(two()).not.toHaveAccessibleDescription()
  await user.type(one(), 'b')
  expect(one()).not.toHaveAccessibleDescription()
})

it('leaves an empty field alone until the form is sent, and then leads to the first wrong one', async () => {
  const user = open()
  await user.click(two())
  await user.click(one())
  expect(two()).not.toHaveAccessibleDescription()
  await user.click(screen.getByRole('button'))
  expect(one()).toHaveAccessibleDescription('太短')
  expect(two()).toHaveAccessibleDescription('太短')
  expect(one()).toHaveFocus()
  expect(send).not.toHaveBeenCalled()
})

it('sends what is fine', async () => {
  const user = open()
  await user.type(one(), 'abc')
  await user.type(two(), 'def{Enter}')
  expect(send).toHaveBeenCalledExactlyOnceWith({ one: 'abc', two: 'def' })
})
