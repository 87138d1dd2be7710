// The keys are typed by the English catalogue; a test keeps the other four equal.
import type assistant from './locales/en/assistant.json'
import type audit from './locales/en/audit.json'
import type auth from './locales/en/auth.json'
import type builder from './locales/en/builder.json'
import type chat from './locales/en/chat.json'
import type command from './locales/en/command.json'
import type common from './locales/en/common.json'
import type comparison from './locales/en/comparison.json'
import type dataset from './locales/en/dataset.json'
import type debug from './locales/en/debug.json'
import type document from './locales/en/document.json'
import type errors from './locales/en/errors.json'
import type evaluation from './locales/en/evaluation.json'
import type factor from './locales/en/factor.json'
import type feedback from './locales/en/feedback.json'
import type find from './locales/en/find.json'
import type folder from './locales/en/folder.json'
import type form from './locales/en/form.json'
import type group from './locales/en/group.json'
import type history from './locales/en/history.json'
import type help from './locales/en/help.json'
import type tableImport from './locales/en/import.json'
import type home from './locales/en/home.json'
import type instruction from './locales/en/instruction.json'
import type knowledge from './locales/en/knowledge.json'
import type retrieval from './locales/en/retrieval.json'
import type limit from './locales/en/limit.json'
import type manage from './locales/en/manage.json'
import type model from './locales/en/model.json'
import type markdown from './locales/en/markdown.json'
import type overview from './locales/en/overview.json'
import type palette from './locales/en/palette.json'
import type passage from './locales/en/passage.json'
import type prompt from './locales/en/prompt.json'
import type query from './locales/en/query.json'
import type ready from './locales/en/ready.json'
import type reading from './locales/en/reading.json'
import type settings from './locales/en/settings.json'
import type share from './locales/en/share.json'
import type shell from './locales/en/shell.json'
import type table from './locales/en/table.json'
import type temporary from './locales/en/temporary.json'
import type tenant from './locales/en/tenant.json'
import type trial from './locales/en/trial.json'
import type testing from './locales/en/testing.json'
import type usage from './locales/en/usage.json'
import type tour from './locales/en/tour.json'
import type user from './locales/en/user.json'
import type workflow from './locales/en/workflow.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    enableSelector: false
    resources: {
      assistant: typeof assistant
      audit: typeof audit
      auth: typeof auth
      builder: typeof builder
      chat: typeof chat
      command: typeof command
      common: typeof common
      comparison: typeof comparison
      dataset: typeof dataset
      debug: typeof debug
      document: typeof document
      errors: typeof errors
      evaluation: typeof evaluation
      factor: typeof factor
      feedback: typeof feedback
      find: typeof find
      folder: typeof folder
      form: typeof form
      group: typeof group
      history: typeof history
      help: typeof help
      home: typeof home
      import: typeof tableImport
      instruction: typeof instruction
      knowledge: typeof knowledge
      retrieval: typeof retrieval
      overview: typeof overview
      palette: typeof palette
      passage: typeof passage
      prompt: typeof prompt
      query: typeof query
      ready: typeof ready
      reading: typeof reading
      limit: typeof limit
      manage: typeof manage
      model: typeof model
      markdown: typeof markdown
      settings: typeof settings
      share: typeof share
      shell: typeof shell
      table: typeof table
      temporary: typeof temporary
      tenant: typeof tenant
      trial: typeof trial
      testing: typeof testing
      usage: typeof usage
      tour: typeof tour
      user: typeof user
      workflow: typeof workflow
    }
  }
}
