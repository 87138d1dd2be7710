// What a composer has around it before there is a chat.
import { Suspense } from 'react'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { CompareButton } from '../comparison/CompareButton.tsx'
import { Choosers } from '../choice/Choosers.tsx'
import type { NamedAssistant } from '../draft/drafts.ts'
import { UsageLimitNotice } from '../limit/UsageLimitNotice.tsx'
import { TemporarySwitch } from '../temporary/TemporarySwitch.tsx'
import type { useNewChat } from './use-new-chat.ts'

const TemporaryNotice = lazyExtra(
  async () => (await loadWithTexts(() => import('../temporary/TemporaryNotice.tsx'), 'temporary')).TemporaryNotice,
)

type NewChat = ReturnType<typeof useNewChat>

type NewChatToolsProps = Pick<NewChat, 'scope' | 'choices' | 'temporary'> & {
  /** Who answers; null while that is unknown. */
  assistant: NamedAssistant | null
}

export const NewChatTools = ({ scope, choices, temporary, assistant }: NewChatToolsProps) => (
  <>
    <Choosers choices={choices} />
    {assistant && !temporary?.isOn && <CompareButton scope={scope} assistant={assistant} choices={choices} />}
    {temporary && <TemporarySwitch {...temporary} />}
  </>
)

export const NewChatNotice = ({ usageLimit, isTemporary }: Pick<NewChat, 'usageLimit'> & { isTemporary: boolean }) => (
  <>
    {usageLimit && <UsageLimitNotice news={usageLimit} />}
    <Suspense>{isTemporary && <TemporaryNotice />}</Suspense>
  </>
)
