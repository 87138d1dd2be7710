// Asks the questions of a run, row by row and repeat by repeat. An attempt that is killed leaves what it has asked; the next one counts what it was
// asking just then as interrupted, and asks it again.
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { toErrorDetail } from '../../../platform/errors/error-detail.ts'
import type { RunningJob } from '../../../platform/jobs/job-queue.ts'
import type { ModelService } from '../../model/model.service.ts'
import type { BackgroundRuns } from '../../run/background-run.ts'
import { type EvalQuestion, readEvalQuestion } from '../eval-row.rules.ts'
import { type Judge, JudgeAwayError } from '../judge/judge.ts'
import { parallelAnswers } from '../run/estimate-run.ts'
import type { EvalRunRepository } from '../run/eval-run.repository.ts'
import { storeFigures } from '../run/run-view.ts'
import type { AskedOnce } from './answer.sql.ts'
import { type Asking, askQuestion } from './ask-question.ts'
import { type Attempt, type ClaimedRun, claimRun, endRun, getOwner, RunLostError, watchRun } from './claim-run.ts'
import { createJudging, type Judging } from './judge-answers.ts'
import type { SettleInterrupted } from './settle-interrupted.ts'

const EvalRunJob = z.object({ runId: z.uuid() })

type Dependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly runs: EvalRunRepository
  readonly models: ModelService
  readonly backgroundRuns: BackgroundRuns
  readonly judge: Judge
  readonly settleInterrupted: SettleInterrupted
  readonly log: FastifyBaseLogger
}

type Task = AskedOnce & { readonly question: EvalQuestion; readonly isAsked: boolean }

export function createEvaluation(dependencies: Dependencies) {
  const { db, pool, runs, models, backgroundRuns, judge, settleInterrupted, log } = dependencies

  async function findModel({ tenantId }: ClaimedRun, name: string): Promise<Asking['model']> {
    const model = (await models.listModels({ tenantId })).find((each) => each.name === name)
    if (!model) throw new AppError('MODEL_NOT_FOUND')
    return { id: model.id, name: model.name, contextTokens: model.contextTokens }
  }

  async function prepare(run: ClaimedRun, attempt: Attempt): Promise<Asking> {
    const { workflowId, workflowVersion: number } = run
    const version =
      number === null
        ? null
        : await db.workflowVersion.findUnique({ where: { workflowId_number: { workflowId, number } }, select: { id: true } })
    return {
      attempt,
      graph: WorkflowGraph.parse(run.graph),
      model: await findModel(run, run.modelName),
      owner: { ...getOwner(run), workflowVersionId: version?.id ?? null },
    }
  }

  /** What has not been asked yet, and what has been asked and not judged. */
  async function listTasks(run: ClaimedRun, judging: Judging | null): Promise<Task[]> {
    const [rows, answers] = [
      await runs.findRows(db, run.id),
      await db.evalAnswer.findMany({ where: { runId: run.id, outcome: { not: 'running' } }, select: { rowId: true, repeat: true } }),
    ]
    const asked = new Set(answers.map(({ rowId, repeat }) => `${rowId} ${repeat}`))
    return rows.flatMap(({ id: rowId, cells }) => {
      const question = readEvalQuestion(cells)
      if (!question) return []
      return Array.from({ length: run.repeats }, (_, index) => index + 1).flatMap((repeat) => {
        const isAsked = asked.has(`${rowId} ${repeat}`)
        return isAsked && !judging ? [] : [{ rowId, repeat, question, isAsked }]
      })
    })
  }

  async function askAll(run: ClaimedRun, asking: Asking, job: RunningJob, signal: AbortSignal): Promise<void> {
    const judging = await openJudging(run, asking)
    const tasks = (await listTasks(run, judging)).values()
    let failure: unknown
    let awayJudge: JudgeAwayError | undefined
    let hasRenewed = false

    async function renew() {
      if (hasRenewed) return
      hasRenewed = true
      await job.renewAttempts()
    }

    /** What a judge that is away has not judged is judged by the next attempt. */
    async function judgeOnce({ question, rowId, repeat }: Task) {
      try {
        if (await judging?.judge({ rowId, repeat }, question, signal)) await renew()
      } catch (error) {
        if (!(error instanceof JudgeAwayError)) throw error
        awayJudge ??= error
      }
    }

    async function perform(task: Task) {
      const { question, isAsked, ...once } = task
      const answer = isAsked ? null : await askQuestion(backgroundRuns, asking, question, once, signal)
      if (answer) await renew()
      if (isAsked || answer?.outcome === 'finished') await judgeOnce(task)
    }

    async function work() {
      for (const task of tasks) {
        if (signal.aborted || failure !== undefined) return
        // What is asked meanwhile comes to its end, and is kept.
        await perform(task).catch((error: unknown) => (failure ??= error))
      }
    }

    await Promise.all(Array.from({ length: parallelAnswers }, work))
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    // What no attempt could have judged counts as wrong.
    if (awayJudge && !job.isLastAttempt) throw awayJudge
  }

  async function openJudging(run: ClaimedRun, { owner, attempt }: Asking): Promise<Judging | null> {
    if (run.judgeModel === null) return null
    return createJudging({ db, pool, judge, attempt, owner, model: await findModel(run, run.judgeModel) })
  }

  const end = (run: ClaimedRun, attempt: Attempt, ending: Parameters<typeof endRun>[2]) =>
    db.$transaction(
      async (tx) => {
        if (!(await endRun(tx, attempt, ending))) return false
        await storeFigures(tx, runs, { ...run, state: ending.state })
        return true
      },
      { timeout: 60_000 },
    )

  /** Ends an attempt that did not end its run. Throws when the queue is to try again. */
  async function settle(run: ClaimedRun, attempt: Attempt, error: unknown, job: RunningJob) {
    if (error instanceof RunLostError) return 'lost'
    if (job.signal.aborted) throw error
    const isTransient = !(error instanceof AppError) || error.statusCode === 503
    if (isTransient && !job.isLastAttempt) throw error
    const isEnded = await end(run, attempt, { state: 'failed', error: toErrorDetail(error) as unknown as Prisma.InputJsonValue })
    if (!(error instanceof AppError)) throw error
    log.info({ runId: run.id, code: error.code }, 'Evaluation failed')
    return isEnded ? 'failed' : 'lost'
  }

  /** Returns what became of the run. */
  return async function evaluate(job: RunningJob): Promise<'completed' | 'failed' | 'lost'> {
    const attempt = { runId: EvalRunJob.parse(job.data).runId, attemptId: randomUUID() }
    const run = await claimRun(db, attempt)
    if (!run) return 'lost'
    const watch = watchRun(db, attempt)
    try {
      // Whatever becomes of the run.
      await settleInterrupted(run.id)
      const asking = await prepare(run, attempt)
      await askAll(run, asking, job, AbortSignal.any([job.signal, watch.signal]))
      return (await end(run, attempt, { state: 'completed' })) ? 'completed' : 'lost'
    } catch (error) {
      return await settle(run, attempt, watch.signal.aborted ? watch.signal.reason : error, job)
    } finally {
      await watch.close()
    }
  }
}
