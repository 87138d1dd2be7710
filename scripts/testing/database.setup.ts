// Starts a server once a run, with a migrated template database for the databases of the tests, and builds the program that reads files.
import { randomUUID } from 'node:crypto'
import { execute } from './execute.ts'
import type { TestProject } from 'vitest/node'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { withDatabaseName } from '@heddle/db/database-name'
import { buildReader } from '../starting/builds.ts'
import { startTestServer } from './test-server.ts'

export default async function setup(project: TestProject) {
  await buildReader()
  const server = await startTestServer()
  const template = `heddle_template_${randomUUID().slice(0, 8)}`
  const teardown = async () => {
    await execute(server.url, `DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`).finally(() => server.stop())
  }
  try {
    await execute(server.url, `CREATE DATABASE "${template}"`)
    await applyMigrations(withDatabaseName(server.url, template))
    project.provide('testServerUrl', server.url)
    project.provide('testTemplate', template)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}
