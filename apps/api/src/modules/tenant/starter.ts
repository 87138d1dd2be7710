// With what a tenant begins, so that its people can chat at once: a group, a published workflow, a public assistant,
// and prompts.
import type { Queryable } from '@heddle/db/client'
import { insertTextilePrompts } from '@heddle/seed/textile-prompts/textile-prompts'
import { createPlainChatGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { conversationWorkflow, starterAssistant, starterGroup } from '@heddle/workflow/model/templates/starter-texts'

/** Returns the group that looks after them. */
export async function insertStarter(tx: Queryable, tenantId: string): Promise<{ readonly groupId: string }> {
  const graph = createPlainChatGraph()
  const { id: groupId } = await tx.group.create({ data: { ...starterGroup, tenantId } })
  const { id: workflowId } = await tx.workflow.create({
    data: { ...conversationWorkflow, tenantId, draft: graph, versions: { create: { number: 1, graph } } },
  })
  const { id: defaultAssistantId } = await tx.assistant.create({
    data: { ...starterAssistant, tenantId, groupId, workflowId, isPublic: true },
  })
  await insertTextilePrompts(tx, tenantId)
  await tx.tenant.update({ where: { id: tenantId }, data: { defaultAssistantId } })
  return { groupId }
}
