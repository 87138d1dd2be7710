import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { RecurrenceSelect } from './RecurrenceSelect.tsx'

function Field() {
  const [seconds, setSeconds] = useState<number | null>(null)
  return (
    <>
      <RecurrenceSelect label="Fetch again" value={seconds} onChange={setSeconds} />
      <output>{String(seconds)}</output>
      <button type="button" onClick={() => setSeconds(null)}>
        Discard
      </button>
    </>
  )
}

test('an interval of its own is a number of minutes, hours or days', async () => {
  const { user } = await renderWithApp(<Field />)
  await user.click(await screen.findByRole('combobox', { name: 'Fetch again' }))
  await user.click(await screen.findByRole('option', { name: 'Other…' }))
  expect(screen.getByRole('status')).toHaveTextContent('172800')
  await user.clear(screen.getByRole('textbox', { name: 'Every' }))
  expect(screen.getByRole('status')).toHaveTextContent('0')
  await user.type(screen.getByRole('textbox', { name: 'Every' }), '45')
  await user.click(screen.getByRole('combobox', { name: 'Unit' }))
  await user.click(await screen.findByRole('option', { name: 'minutes' }))
  expect(screen.getByRole('status')).toHaveTextContent('2700')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('textbox', { name: 'Every' })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Fetch again' })).toHaveValue('Once')
})
