import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { LinkTabs } from './link-tabs.tsx'
import { Tabs } from './tabs.tsx'

const KEYS = ['one', 'two', 'three'] as const

function Example() {
  const [current, setCurrent] = useState<(typeof KEYS)[number]>('one')
  return (
    <Tabs
      label="例"
      current={current}
      onChange={setCurrent}
      tabs={KEYS.map((key) => ({ key, label: key, panel: <p>{`panel ${key}`}</p> }))}
    />
  )
}

it('tabs are one stop; arrows, Home and End move and choose', async () => {
  render(<Example />)
  const user = userEvent.setup()
  await user.tab()
  const tab = (name: string) => screen.getByRole('tab', { name })
  expect(tab('one')).toHaveFocus()
  for (const [key, name] of [
    ['ArrowRight', 'two'],
    ['End', 'three'],
    ['ArrowRight', 'one'],
    ['ArrowLeft', 'three'],
    ['Home', 'one'],
  ] as const) {
    await user.keyboard(`{${key}}`)
    expect(tab(name)).toHaveFocus()
    expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel', { name })).toHaveTextContent(`panel ${name}`)
  }
  expect(screen.getAllByRole('tab').filter((element) => element.tabIndex === 0)).toHaveLength(1)
})

it('link tabs are links with a name for the group, each a stop of its own', async () => {
  const tabs = KEYS.map((key) => ({ label: key, to: `/${key}`, current: key === 'two' }))
  render(
    <MemoryRouter>
      <LinkTabs label="例" tabs={tabs} />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  expect(screen.getByRole('navigation', { name: '例' })).toBeVisible()
  for (const key of KEYS) {
    await user.tab()
    expect(screen.getByRole('link', { name: key })).toHaveFocus()
  }
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('two')
})
