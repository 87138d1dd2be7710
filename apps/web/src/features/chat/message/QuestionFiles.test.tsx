import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '#testing/render.tsx'
import { id } from '#testing/wire.ts'
import { QuestionFiles } from './QuestionFiles.tsx'

const file = { id: id(1), name: 'yarns.csv', media_type: 'text/csv', size: 26 }

const show = (...findings: Parameters<typeof QuestionFiles>[0]['files'][number]['findings']) =>
  renderWithApp(
    <Suspense>
      <QuestionFiles files={[{ ...file, findings }]} />
    </Suspense>,
  )

test('a file whose text is doubtful says why, to all', async () => {
  const { user } = await show({ kind: 'encoding_uncertain', count: 1, first: null }, { kind: 'headers', count: 2, first: null })
  const mark = await screen.findByRole('img', { name: /^Some content couldn’t be read exactly/ })
  expect(mark).toHaveAccessibleName(/The encoding was guessed[^]*2 headers or footers \(not included in the text\)$/)
  await user.hover(mark)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('The encoding was guessed')
})

test('a file with what is no fault has no mark', async () => {
  await show({ kind: 'headers', count: 2, first: null })
  expect(await screen.findByText('yarns.csv')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})
