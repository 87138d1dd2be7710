import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeSession } from '#shared/api/session-storage.ts'
import { renderWithApp } from '#testing/render.tsx'
import { refuse, serve } from '#testing/serve.ts'
import { buildAssistantDetail, buildAssistantWorkflow } from '#testing/wire.ts'
import { copyValues, toManagingGroup } from './assistant-values.ts'
import { CreateAssistantForm } from './CreateAssistantForm.tsx'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

test('a text of a copied expert that is changed in one language says the same in all', async () => {
  const original = buildAssistantDetail({
    name: { default: 'Guide', en: 'Guide', th: 'คู่มือ' },
    description: { default: 'Knows fibres', en: 'Knows fibres', th: 'รู้จักเส้นใย' },
    recommended_questions: [{ title: { default: 'Loom', th: 'กี่' }, content: { default: 'Why?', th: 'ทำไม' } }],
  })
  const requests = serve(() => refuse(500, 'UNKNOWN'))
  const { user } = await renderWithApp(
    <CreateAssistantForm
      initialValues={copyValues(original, 'Guide (copy)')}
      isCopy
      initialGroup={toManagingGroup(original)}
      workflows={[buildAssistantWorkflow()]}
      renderTrial={() => null}
    />,
  )
  await user.type(screen.getByRole('textbox', { name: 'Description' }), ' and yarns')
  await user.type(screen.getByRole('textbox', { name: 'Title of question 1' }), 's')
  await user.click(screen.getByRole('button', { name: 'Create expert' }))
  const find = () => requests.find(({ method }) => method === 'POST')
  await expect.poll(find).toBeDefined()
  const body: unknown = await find()?.json()
  expect(body).toHaveProperty('assistant.name', { default: 'Guide (copy)' })
  expect(body).toHaveProperty('assistant.description', { default: 'Knows fibres and yarns' })
  expect(body).toHaveProperty('assistant.recommended_questions', [
    { title: { default: 'Looms' }, content: { default: 'Why?', th: 'ทำไม' } },
  ])
})
