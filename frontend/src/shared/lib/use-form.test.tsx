import { act, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { expect, it, vi } from 'vitest'
import { useForm } from './use-form.ts'

const short = (text: string) => (text.length < 3 ? '太短' : null)
const open = () => renderHook(() => useForm({ one: '', two: '' }, { one: short, two: short })).result
const submission = { preventDefault: vi.fn() } as unknown as FormEvent

it('judges a field that is left for another one, not on the way to a button', () => {
  const form = open()
  act(() => form.current.field('one').onChange('a'))
  act(() => form.current.field('one').onBlur({ relatedTarget: document.createElement('button') }))
  expect(form.current.field('one').error).toBeNull()
  act(() => form.current.field('one').onBlur({ relatedTarget: document.createElement('input') }))
  expect(form.current.field('one').error).toBe('太短')
  expect(form.current.field('two').error).toBeNull()
  act(() => form.current.field('one').onChange('ab'))
  expect(form.current.field('one').error).toBeNull()
})

it('leaves an empty field alone until the form is sent', () => {
  const form = open()
  act(() => form.current.field('two').onBlur({ relatedTarget: document.createElement('input') }))
  expect(form.current.field('two').error).toBeNull()
  const send = vi.fn()
  act(() => form.current.submit(send)(submission))
  expect([form.current.field('one').error, form.current.field('two').error]).toEqual(['太短', '太短'])
  expect(send).not.toHaveBeenCalled()
})

it('sends what is fine', () => {
  const form = open()
  act(() => form.current.set({ one: 'abc', two: 'def' }))
  const send = vi.fn()
  act(() => form.current.submit(send)(submission))
  expect(send).toHaveBeenCalledWith({ one: 'abc', two: 'def' })
})
