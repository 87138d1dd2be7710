import { expect, test, vi } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import texts from '#i18n/locales/en/table.json'
import { PagePicker } from './PagePicker.tsx'

test('every button of the page picker has a name', async () => {
  const handleChange = vi.fn()
  const { getAllByRole, getByRole, user } = await renderWithApp(<PagePicker total={3} value={2} onChange={handleChange} />)
  expect(getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    texts.previous,
    '1',
    '2',
    '3',
    texts.next,
  ])
  await user.click(getByRole('button', { name: texts.next }))
  expect(handleChange).toHaveBeenCalledWith(3)
})
