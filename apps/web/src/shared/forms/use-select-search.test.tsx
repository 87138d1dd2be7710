import { Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { useSelectSearch } from './use-select-search.tsx'

const stored = ['Weaver', 'Spinner', 'Dyer'].map((name) => ({ value: name.toLowerCase(), label: name }))

/** A select whose search finds one craft at a time: without a keyword the last one. */
function CraftSelect({ initial, name }: { initial: string; name?: string }) {
  const [value, setValue] = useState<string | null>(initial)
  const { keyword, isWanted, buildProps } = useSelectSearch(value, value === initial ? name : undefined)
  const found = keyword === '' ? stored.slice(-1) : stored.filter(({ label }) => label.startsWith(keyword))
  return (
    <>
      <Select label="Craft" clearable {...buildProps(isWanted ? found : [], false, setValue)} />
      <output>{`${keyword} of ${value}`}</output>
    </>
  )
}

const listOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('a select shows what the server finds, and its choice although that is not found', async () => {
  const { user } = await renderWithApp(<CraftSelect initial="weaver" name="Weaver" />)
  const field = screen.getByRole('combobox', { name: 'Craft' })
  expect(field).toHaveValue('Weaver')
  await user.click(field)
  expect(listOptions()).toEqual(['Weaver', 'Dyer'])
  await user.clear(field)
  await user.type(field, ' Spin')
  await waitFor(() => expect(listOptions()).toEqual(['Spinner']))
  await user.click(screen.getByRole('option', { name: 'Spinner' }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^of spinner$/))
  expect(field).toHaveValue('Spinner')
  await user.click(field)
  expect(listOptions()).toEqual(['Spinner', 'Dyer'])
})

test('the name of a choice that the server finds is no search text', async () => {
  const { user } = await renderWithApp(<CraftSelect initial="dyer" />)
  const field = screen.getByRole('combobox', { name: 'Craft' })
  await user.click(field)
  await waitFor(() => expect(field).toHaveValue('Dyer'))
  await user.type(field, 's')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Dyers of dyer'))
  await user.type(field, '{Backspace}')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^of dyer$/))
})
