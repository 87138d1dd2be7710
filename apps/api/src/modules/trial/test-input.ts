// What a test run is executed with: the same input as that of a reply, without a chat.
import type { runWorkflow } from '@heddle/contracts/trial/workflow-run'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { estimateTokens } from '@heddle/text/count-tokens'
import { type FileReading, resolveFileReading } from '@heddle/workflow/model/graph/file-step'
import { listPermittedModels } from '@heddle/workflow/model/graph/permitted-models'
import type { SingleNode } from '@heddle/workflow/engine/node-lifecycle'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { FileStore } from '../../platform/files/file-store.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { chooseModel, type ModelService } from '../model/model.service.ts'
import { estimatedOverhead } from '../run/run.rules.ts'
import { maxHistory, toModelTurns } from '../run/history.ts'
import { readContextFiles } from '../run/files/context-files.ts'
import { findOwnFiles } from '../run/files/context-files.sql.ts'
import type { RunInput } from '../run/run.ts'
import { emptyBeginning } from '../run/event-log.ts'

export type TestQuestion = Pick<
  z.output<typeof runWorkflow.schema.body>,
  'question' | 'history' | 'response_language' | 'model' | 'file_ids'
>

/** The input of a workflow that an author has made. */
export type TestInput = RunInput & { readonly graph: WorkflowGraph }

type TestedWorkflow = {
  readonly graph: WorkflowGraph
  readonly allowedModels: readonly string[]
  readonly userPrompt: string | null
  /** Whether it may be given files without a node for them. */
  readonly allowsFiles: boolean
  readonly only?: SingleNode | undefined
}

type Dependencies = {
  readonly pool: Pool
  readonly openFile: FileStore['open']
  readonly models: ModelService
  readonly log: FastifyBaseLogger
}

export type PrepareInput = ReturnType<typeof createInputPreparation>

/** Throws what a chat answers to a question of this kind that it does not accept. */
export function createInputPreparation({ pool, openFile, models, log }: Dependencies) {
  async function chooseModelFor(actor: Actor, { graph, allowedModels }: TestedWorkflow, reference: TestQuestion['model']) {
    const permitted = listPermittedModels(await models.listModels(actor), { allowedModels, graph })
    const model = chooseModel(permitted, { reference })
    if (model === null) throw new AppError('CHAT_CONFIG_MISSING')
    return { id: model.id, name: model.name, contextTokens: model.contextTokens, readsImages: model.images === 'yes' }
  }

  async function findFiles(actor: Actor, reading: FileReading, fileIds: readonly string[]) {
    const wanted = [...new Set(fileIds)]
    if (wanted.length === 0) return []
    if (reading === 'none') throw new AppError('CHAT_FILES_NOT_READ')
    const files = await findOwnFiles(pool, actor.id, wanted)
    if (files.length < wanted.length) throw new AppError('FILE_NOT_FOUND')
    return files
  }

  return async function prepareInput(
    actor: Actor,
    workflow: TestedWorkflow,
    {
      question,
      history = [],
      response_language: responseLanguage = actor.language,
      model: reference,
      file_ids: fileIds = [],
    }: TestQuestion,
  ): Promise<{ readonly input: TestInput; readonly estimatedTokens: number }> {
    const { graph, userPrompt, allowsFiles, only } = workflow
    const reading = resolveFileReading(graph, allowsFiles && !only)
    const [{ contextTokens, readsImages, ...model }, stored] = await Promise.all([
      chooseModelFor(actor, workflow, reference),
      findFiles(actor, reading, fileIds),
    ])
    const files = readContextFiles({ pool, openFile, log }, stored, () => true, { contextTokens, readsImages })
    // It is looked at by the run; what is refused never does.
    files.catch(() => {})
    const turns = toModelTurns(history)
    const fileTokens = stored.reduce((sum, { tokenCount }) => sum + tokenCount, 0)
    return {
      input: {
        beginning: emptyBeginning,
        outcomes: {},
        graph,
        addsFileStep: reading === 'added',
        question,
        history: Promise.resolve(turns.slice(Math.max(0, turns.length - maxHistory(graph)))),
        files,
        responseLanguage,
        userPrompt,
        model,
        ...(only && { only }),
      },
      estimatedTokens: estimateTokens(question) + Math.min(fileTokens, contextTokens) + estimatedOverhead,
    }
  }
}
