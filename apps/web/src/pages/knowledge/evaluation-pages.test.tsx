import type { EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadMarkdown } from '#shared/markdown/Markdown.tsx'
import { confirmStore } from '#shared/notify/confirm.ts'
import { storeSession } from '#shared/api/session-storage.ts'
import { buildEvalAnswer, buildEvalComparison, buildEvalRow, buildEvalRun } from '#testing/evaluation.ts'
import { renderWithApp } from '#testing/render.tsx'
import { getPath, respond, serve } from '#testing/serve.ts'
import { buildConfig, buildSession, id } from '#testing/wire.ts'
import { EvalComparisonPage } from './EvalComparisonPage.tsx'
import { EvalRunPage } from './EvalRunPage.tsx'

const root = `/knowledge/dataset/${id(70)}/evaluation`

beforeAll(() => loadMarkdown())

beforeEach(() => {
  storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 })
  // A document without layout has no observer of what is in view.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

/** `next` is the second page. */
type Served = { run?: EvalRun; rows?: readonly EvalRow[]; next?: Promise<readonly EvalRow[]>; path?: string }

async function openRun({ run = buildEvalRun(), rows = [buildEvalRow()], next, path = `${root}/${run.id}` }: Served = {}) {
  const bodies: Record<string, unknown>[] = []
  const requests = serve(async (request) => {
    const at = getPath(request)
    if (at === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
    if (at === '/api/v1/config') return respond(buildConfig())
    if (at.endsWith('/row/query')) {
      const { page_token: token } = (await request.json()) as { page_token?: string }
      return respond(token === undefined ? { rows, ...(next && { next_page_token: 'next' }) } : { rows: await next })
    }
    if (at.endsWith('/verdict')) {
      const judged = (await request.json()) as { repeat: number; correctness: 0 | 0.5 | 1; note?: string }
      const { repeat, correctness, note = '' } = judged
      bodies.push({ row: at.split('/').at(-2), ...judged })
      const verdict = { correctness, note, by: { id: id(3), name: { default: 'Member' } }, at: '2026-11-27T08:00:00.000Z' }
      return respond({ answer: buildEvalAnswer({ repeat, verdict }), means: { overall: correctness, correctness } })
    }
    if (at.endsWith('/eval_run/query')) return respond({ runs: [run, buildEvalRun({ id: id(79) })] })
    if (at.endsWith('/nightly')) bodies.push((await request.json()) as Record<string, unknown>)
    return respond({ run })
  })
  const view = await renderWithApp(
    <Routes>
      <Route path="/knowledge/dataset/:id/evaluation/:runId" element={<EvalRunPage />} />
    </Routes>,
    { path },
  )
  return { ...view, requests, bodies }
}

describe('an evaluation', () => {
  test('says each figure with what it measures, and names failures as failures', async () => {
    await openRun({ run: buildEvalRun({ failed_count: 1, timed_out_count: 1 }) })
    const figures = within(await screen.findByRole('table', { name: 'Figures' }))
    expect(figures.getByRole('rowheader', { name: /^Numbers Share of the expected numbers/ })).toBeInTheDocument()
    expect(figures.getByRole('row', { name: /Overall.*75%/ })).toBeInTheDocument()
    expect(screen.getByText(/^2 answers failed or timed out/)).toBeInTheDocument()
    expect(screen.getByText(/With fewer than 20 questions the figures mean little/)).toBeInTheDocument()
  })

  test('is compared with the one before by one click, and repeated each night where it is of a published version', async () => {
    const { user, bodies } = await openRun()
    await user.click(await screen.findByRole('switch', { name: /^Repeat each night/ }))
    await waitFor(() => expect(bodies).toEqual([{ is_nightly: true }]))
    const address = `${root}/compare?a=${id(79)}&b=${id(80)}`
    await waitFor(() => expect(screen.getByRole('link', { name: 'Compare with…' })).toHaveAttribute('href', address))
  })

  test('that ended early tells how many answers are missing, and which questions were never asked', async () => {
    const run = buildEvalRun({ state: 'cancelled', answer_count: 1 })
    const { user } = await openRun({ run, rows: [buildEvalRow(), buildEvalRow({ id: id(82), row_no: 2, answers: [], mean: 0 })] })
    expect(await screen.findByText(/^1 answer is missing: the evaluation ended before it was asked/)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: /Question 2.*Missing/ }))
    expect(screen.getByText('No answer: the evaluation ended before it was asked.')).toBeInTheDocument()
    expect(screen.queryByText('No answer yet.')).not.toBeInTheDocument()
  })

  test('has its filters after the review as before', async () => {
    const { user, router } = await openRun({ path: `${root}/${id(80)}?order=row_no&tag=warp` })
    await user.click(await screen.findByRole('button', { name: 'Review answers' }))
    await user.click(await screen.findByRole('button', { name: 'Back to the figures' }))
    expect(router.state.location.search).toBe('?order=row_no&tag=warp')
  })

  test('opens a question to what was expected, the answer, and what it lacks in words', async () => {
    const { user } = await openRun()
    await user.click(await screen.findByRole('button', { name: /How strong is the warp/ }))
    expect(
      within(screen.getByRole('region', { name: 'Expected' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['823 N', '310 N'])
    const answer = within(screen.getByRole('region', { name: 'Answer 1' }))
    expect(await answer.findByText('823 N', { selector: 'strong' })).toBeInTheDocument()
    expect(answer.getByText('The number 310 N is missing')).toBeInTheDocument()
    expect(answer.getByText('[1] ISO 13934-1, page 4')).toBeInTheDocument()
  })

  test('says that the texts of a question are withheld, and offers no verdict', async () => {
    const findings = [{ code: 'number_missing' as const }, { code: 'not_exact' as const }]
    const answer = buildEvalAnswer({ text: '', sources: [], scores: [{ metric: 'numbers', score: 0, findings }] })
    const row = buildEvalRow({ cells: {}, is_withheld: true, answers: [answer] })
    const { user } = await openRun({ rows: [row] })
    await user.click(await screen.findByRole('button', { name: /Question 1/ }))
    expect(screen.getByText(/^These texts are withheld/)).toBeInTheDocument()
    expect(screen.getByText('It is not the expected text')).toBeInTheDocument()
    expect(screen.queryByText(/^The number/)).not.toBeInTheDocument()
    expect(screen.queryByRole('group', { name: 'Your verdict' })).not.toBeInTheDocument()
  })

  test('names a failed answer as failed, and has nothing to judge in it', async () => {
    const failed = buildEvalAnswer({
      outcome: 'timed_out',
      error: { code: 'MODEL_REPLY_TIMEOUT', message: 'slow' },
      text: '',
      sources: [],
      scores: [],
    })
    const { user } = await openRun({ rows: [buildEvalRow({ answers: [failed], mean: 0 })] })
    await user.click(await screen.findByRole('button', { name: /Timed out/ }))
    expect(within(screen.getByRole('region', { name: 'Answer 1' })).getByText('Timed out')).toBeInTheDocument()
    expect(screen.queryByRole('group', { name: 'Your verdict' })).not.toBeInTheDocument()
  })

  test('saves a verdict with its note, and shows it as the chosen one', async () => {
    const { user, bodies } = await openRun()
    await user.click(await screen.findByRole('button', { name: /How strong is the warp/ }))
    const verdict = within(screen.getByRole('group', { name: 'Your verdict' }))
    await user.type(verdict.getByRole('textbox', { name: 'Note' }), 'one number')
    await user.click(verdict.getByRole('button', { name: 'Partly right' }))
    await waitFor(() => expect(verdict.getByRole('button', { name: 'Partly right' })).toHaveAttribute('aria-pressed', 'true'))
    expect(bodies).toEqual([{ row: id(81), repeat: 1, correctness: 0.5, note: 'one number' }])
    expect(screen.getByRole('button', { name: /How strong is the warp.*50%/ })).toBeInTheDocument()
  })

  test('is read again while it goes on', async () => {
    // A time-out that is faked is lost with the fake clock, and with it what the files of this worker share.
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    const { requests } = await openRun({ run: buildEvalRun({ state: 'running', answer_count: 1, ended_at: null }) })
    expect(await screen.findByText('1 of 2 answers')).toBeInTheDocument()
    const countReads = () => requests.filter((request) => getPath(request).endsWith(`/eval_run/${id(80)}`)).length
    const before = countReads()
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(countReads()).toBeGreaterThan(before))
  })
})

describe('the review of answers', () => {
  const rows = [
    buildEvalRow(),
    buildEvalRow({ id: id(82), row_no: 2, cells: { c1: 'How strong is the weft?' } }),
    buildEvalRow({ id: id(83), row_no: 3, cells: {}, is_withheld: true }),
  ]

  test('takes a key for a verdict, and goes on to the next answer', async () => {
    const { user, bodies } = await openRun({ rows, path: `${root}/${id(80)}?review=` })
    expect(await screen.findByText('How strong is the warp?')).toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('Answer 1 of 2')
    await user.keyboard('3')
    expect(await screen.findByText('How strong is the weft?')).toBeInTheDocument()
    await user.keyboard('1')
    await waitFor(() =>
      expect(bodies.map(({ row, correctness }) => [row, correctness])).toEqual([
        [id(81), 0],
        [id(82), 1],
      ]),
    )
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(await screen.findByText('How strong is the warp?')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Wrong' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('takes no further key for the last answer of a page, nor for the last of all, and says that it is the end', async () => {
    const second = Promise.withResolvers<readonly EvalRow[]>()
    const path = `${root}/${id(80)}?review=`
    const { user, bodies } = await openRun({ rows: rows.slice(0, 1), next: second.promise, path })
    expect(await screen.findByText('How strong is the warp?')).toBeInTheDocument()
    await user.keyboard('123')
    second.resolve(rows.slice(1, 2))
    expect(await screen.findByText('How strong is the weft?')).toBeInTheDocument()
    await user.keyboard('321')
    expect(screen.getByRole('status')).toHaveTextContent('End of the review')
    await waitFor(() =>
      expect(bodies.map(({ row, correctness }) => [row, correctness])).toEqual([
        [id(81), 1],
        [id(82), 0],
      ]),
    )
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByText('How strong is the weft?')).toBeInTheDocument()
  })

  test('offers only answers without a verdict, of a question that has others', async () => {
    const verdict = { correctness: 1, note: '', by: null, at: '2026-11-27T08:00:00.000Z' } as const
    const row = buildEvalRow({ answers: [buildEvalAnswer({ verdict }), buildEvalAnswer({ repeat: 2 })] })
    const { user, bodies } = await openRun({ rows: [row], path: `${root}/${id(80)}?review=` })
    expect(await screen.findByRole('region', { name: 'Answer 2' })).toBeInTheDocument()
    await user.keyboard('1')
    expect(screen.getByRole('status')).toHaveTextContent('End of the review')
    await waitFor(() => expect(bodies).toEqual([{ row: id(81), repeat: 2, correctness: 1 }]))
  })

  test.each([
    { rows: [], run: buildEvalRun(), hint: 'Every finished answer has a verdict.' },
    { rows: [], run: buildEvalRun({ failed_count: 1, timed_out_count: 1 }), hint: 'No answer has finished.' },
    { rows: rows.slice(2), run: buildEvalRun(), hint: /^These texts are withheld/ },
  ])('says why there is nothing to review: $hint', async ({ hint, ...served }) => {
    await openRun({ ...served, path: `${root}/${id(80)}?review=` })
    expect(await screen.findByText('Nothing to review')).toBeInTheDocument()
    expect(screen.getByText(hint)).toBeInTheDocument()
  })

  test('leaves a digit to the note that is being written', async () => {
    const { user, bodies } = await openRun({ rows, path: `${root}/${id(80)}?review=` })
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), '123')
    expect(bodies).toEqual([])
    expect(screen.getByRole('status')).toHaveTextContent('Answer 1 of 2')
  })

  test('leaves the arrows to a part of the answer that scrolls sideways', async () => {
    const { user } = await openRun({ rows, path: `${root}/${id(80)}?review=` })
    const wide = (await screen.findByRole('region', { name: 'Answer 1' })).appendChild(document.createElement('div'))
    wide.tabIndex = 0
    wide.style.overflowX = 'auto'
    vi.spyOn(wide, 'scrollWidth', 'get').mockReturnValue(900)
    wide.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('status')).toHaveTextContent('Answer 1 of 2')
  })

  test('keeps a note that is not saved while another answer is shown, saves it with a key, and no note where none was written', async () => {
    const { user, bodies } = await openRun({ rows, path: `${root}/${id(80)}?review=` })
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'one number')
    await user.click(screen.getByRole('button', { name: 'Next answer' }))
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Previous answer' }))
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('one number')
    await user.click(screen.getByText('How strong is the warp?'))
    await user.keyboard('2')
    expect(await screen.findByText('How strong is the weft?')).toBeInTheDocument()
    await user.keyboard('1')
    await waitFor(() =>
      expect(bodies).toEqual([
        { row: id(81), repeat: 1, correctness: 0.5, note: 'one number' },
        { row: id(82), repeat: 1, correctness: 1 },
      ]),
    )
  })

  test('asks before a note that is not saved is given up', async () => {
    const { user } = await openRun({ rows, path: `${root}/${id(80)}?review=` })
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'one number')
    await user.click(screen.getByRole('button', { name: 'Back to the figures' }))
    await waitFor(() => expect(confirmStore.read()?.title).toBe('Discard your changes?'))
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('one number')
    confirmStore.read()?.answer(true)
    expect(await screen.findByRole('button', { name: 'Review answers' })).toBeInTheDocument()
  })
})

describe('a comparison', () => {
  const runs = { a: buildEvalRun(), b: buildEvalRun({ id: id(90), created_at: '2026-11-27T08:00:00.000Z' }) }

  const changed = buildEvalRow({ answers: [buildEvalAnswer({ text: 'The warp holds **900 N** [1].' })], mean: 0.25 })

  async function openComparison(comparison = buildEvalComparison(), listed: readonly EvalRun[] = [runs.b, runs.a], after = changed) {
    serve((request) => {
      const at = getPath(request)
      if (at === '/api/v1/auth/me') return respond(buildSession({ role: 'A' }))
      if (at === '/api/v1/config') return respond(buildConfig())
      if (at.endsWith('/compare')) return respond({ runs, comparison, rows: [{ before: buildEvalRow(), after, change_points: -25 }] })
      if (at.endsWith(`/eval_run/${runs.a.id}`)) return respond({ run: runs.a })
      return respond({ runs: listed })
    })
    const view = await renderWithApp(
      <Routes>
        <Route path="/knowledge/dataset/:id/evaluation/compare" element={<EvalComparisonPage />} />
      </Routes>,
      { path: `${root}/compare?a=${id(80)}&b=${id(90)}` },
    )
    await screen.findByRole('heading', { name: 'Compare evaluations' })
    return view
  }

  test('says in words that a change is probably luck, and shows both answers side by side', async () => {
    const { user } = await openComparison()
    expect(await screen.findByRole('heading', { name: 'Probably luck' })).toBeInTheDocument()
    expect(screen.getByText('Overall: 80% → 75%, a change of -5 points')).toBeInTheDocument()
    expect(screen.getByText('The true change probably lies between -12.5 and +3 points.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /How strong is the warp.*-25/ }))
    expect(screen.getByText('823', { selector: 'del' })).toBeInTheDocument()
    expect(screen.getByText('900', { selector: 'ins' })).toBeInTheDocument()
  })

  test('never says that an uneven split is impossible', async () => {
    await openComparison(buildEvalComparison({ verdict: 'worse', before: 0.804, sign_probability: 0.0003 }))
    expect(await screen.findByText(/so uneven a split would occur < 0.1% of the time/)).toBeInTheDocument()
    expect(screen.getByText(/^Overall: 80.4% → 75%/)).toBeInTheDocument()
  })

  test('of too few questions tells neither an interval nor a chance', async () => {
    await openComparison(buildEvalComparison({ verdict: 'too_few' }))
    expect(await screen.findByText(/^Overall: 80% → 75%/)).toBeInTheDocument()
    expect(screen.queryByText(/The true change/)).not.toBeInTheDocument()
    expect(screen.queryByText(/uneven a split/)).not.toBeInTheDocument()
  })

  test('names an answer that a run never got as missing', async () => {
    const { user } = await openComparison(buildEvalComparison(), [runs.b, runs.a], buildEvalRow({ answers: [], mean: 0.25 }))
    await user.click(await screen.findByRole('button', { name: /How strong is the warp.*-25/ }))
    expect(screen.getByText('Missing')).toBeVisible()
  })

  test('names a run that the list does not have any more', async () => {
    await openComparison(buildEvalComparison(), [runs.b])
    const before = await screen.findByRole('combobox', { name: 'Before' })
    await waitFor(() => expect(before).toHaveDisplayValue(/^Textile chat, Version 3/))
  })
})
