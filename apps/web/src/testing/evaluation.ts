// Builders of evaluations as the API tells them, with overrides for what the test is about.
import type { EvalAnswer, EvalComparison, EvalRow } from '@heddle/contracts/evaluation/eval-answer'
import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { id } from './wire.ts'

/** A run of two questions of version 2 of a set, each asked once. */
export const buildEvalRun = (given: Partial<EvalRun> = {}): EvalRun => ({
  id: id(80),
  dataset: { id: id(70), name: { default: 'Fabric questions' }, version: 2 },
  workflow: { id: id(8), name: { default: 'Textile chat' }, version: 3, draft_hash: null },
  model: 'Weaver',
  judge_model: null,
  repeats: 1,
  purpose: 'manual',
  state: 'completed',
  error: null,
  is_stale: false,
  row_count: 2,
  known_failure_count: 0,
  answer_count: 2,
  failed_count: 0,
  timed_out_count: 0,
  figures: [
    {
      metric: 'overall',
      mean: 0.75,
      row_count: 2,
      by_tag: [{ tag: 'warp', row_count: 1, mean: 0.5 }],
      by_language: [{ language: 'en', row_count: 2, mean: 0.75 }],
    },
    { metric: 'numbers', mean: 0.5, row_count: 1, by_tag: [], by_language: [] },
  ],
  first_token_ms: { p50: 400, p95: 900 },
  total_ms: { p50: 2_000, p95: 5_000 },
  input_tokens: 1_200,
  output_tokens: 300,
  cost: { amount: '0.0123', currency: 'USD' },
  visible_loss_points: null,
  created_by: { id: id(3), name: { default: 'Member' } },
  nightly_by: null,
  created_at: '2026-11-26T08:00:00.000Z',
  started_at: '2026-11-26T08:00:01.000Z',
  ended_at: '2026-11-26T08:01:00.000Z',
  ...given,
})

/** An answer that gave one of two numbers. */
export const buildEvalAnswer = (given: Partial<EvalAnswer> = {}): EvalAnswer => ({
  repeat: 1,
  outcome: 'finished',
  error: null,
  text: 'The warp holds **823 N** [1].',
  sources: [{ id: id(85), number: 1, title: 'ISO 13934-1', passage: 'Strip method', page: 4, score: null, file: null }],
  scores: [{ metric: 'numbers', score: 0.5, findings: [{ code: 'number_missing', value: '310 N' }] }],
  judgement: null,
  verdict: null,
  first_token_ms: 400,
  total_ms: 2_000,
  input_tokens: 600,
  output_tokens: 150,
  cost: null,
  ...given,
})

export const buildEvalRow = (given: Partial<EvalRow> = {}): EvalRow => ({
  id: id(81),
  row_no: 1,
  cells: { c1: 'How strong is the warp?', c2: 'en', c4: '823 N\n310 N' },
  language: 'en',
  tags: ['warp'],
  is_known_failure: false,
  mean: 0.5,
  answers: [buildEvalAnswer()],
  ...given,
})

export const buildEvalComparison = (given: Partial<EvalComparison> = {}): EvalComparison => ({
  metric: 'overall',
  verdict: 'probably_luck',
  before: 0.8,
  after: 0.75,
  change_points: -5,
  interval_points: { low: -12.5, high: 3 },
  better_count: 1,
  worse_count: 2,
  equal_count: 27,
  sign_probability: 0.5,
  row_count: 30,
  visible_loss_points: 15,
  by_tag: [{ tag: 'warp', row_count: 12, before: 0.9, after: 0.7 }],
  by_language: [],
  agreement: null,
  ...given,
})
