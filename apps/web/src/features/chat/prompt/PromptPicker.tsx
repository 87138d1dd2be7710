import type { PromptItem } from '@heddle/contracts/prompt/prompt'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { promptQueries, useNotePromptUse } from '#entities/prompt/prompts.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { insertText } from '#shared/paste-html.ts'
import { OverlayBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import type { TypedCommand } from '../command/typed-command.ts'
import { useTypedCommand } from '../command/use-typed-command.ts'
import { ExpertOffer } from './ExpertOffer.tsx'
import { PromptList } from './PromptList.tsx'
import { slash } from './slash.ts'

const loadDialog = async () => ({ default: (await import('./FillPromptDialog.tsx')).FillPromptDialog })
const FillPromptDialog = lazy(loadDialog)

/** Which expert the first message goes to, where the chat has not begun. */
export type ExpertChoice = { readonly chosenId: string | null; readonly onChoose: (id: string) => void }

export type PromptPickerProps = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Why nothing can be sent now; null when a message can. */
  blockedReason: string | null
  experts?: ExpertChoice | undefined
}

/** The library of prompts in the composer: the list below a slash, the form of the variables, and the offer of the suggested expert. */
export function PromptPicker({ field, text, blockedReason, experts }: PromptPickerProps) {
  const localized = useLocalized()
  const { mutate: noteUse } = useNotePromptUse()
  const [chosen, setChosen] = useState<{ prompt: PromptItem; command: TypedCommand } | null>(null)
  const { command, close } = useTypedCommand(slash, field, text)
  const [suggestedId, setSuggestedId] = useState<string | null>(null)

  // The first list opens with what is known by then.
  const queryClient = useQueryClient()
  useEffect(() => void queryClient.prefetchQuery(promptQueries.usable('')), [queryClient])

  // Loaded while the list is read, so that the first key after a choice is the first field's. A choice says when it cannot be loaded.
  const isOpen = command !== null
  useEffect(() => {
    if (isOpen) void loadDialog().catch(() => {})
  }, [isOpen])

  /** Puts the filled text in the place of the slash. */
  const insert = useCallback(
    ({ prompt, command: replaced }: { prompt: PromptItem; command: TypedCommand }, filled: string) => {
      if (!field.current) return
      field.current.focus({ preventScroll: true })
      field.current.setSelectionRange(replaced.start, replaced.end)
      insertText(field.current, filled)
      close()
      setChosen(null)
      setSuggestedId(prompt.assistant_id)
      noteUse(prompt.id)
    },
    [field, close, noteUse],
  )

  function handleChoose(prompt: PromptItem) {
    if (command === null) return
    if (prompt.variables.length === 0) return insert({ prompt, command }, localized(prompt.text))
    setChosen({ prompt, command })
    close()
  }

  const isOffered = experts !== undefined && suggestedId !== null && suggestedId !== experts.chosenId && text.trim() !== ''
  return (
    <>
      {isOpen && <PromptList field={field} query={command.query} onChoose={handleChoose} onClose={close} />}
      <OverlayBoundary isOpen={chosen !== null} opening={chosen} onClose={() => setChosen(null)}>
        <Suspense>
          {chosen && (
            <FillPromptDialog
              prompt={chosen.prompt}
              blockedReason={blockedReason}
              onInsert={(filled) => insert(chosen, filled)}
              onSend={(filled) => {
                // The composer sends what it has rendered.
                flushSync(() => insert(chosen, filled))
                field.current?.form?.requestSubmit()
              }}
              onClose={() => setChosen(null)}
            />
          )}
        </Suspense>
      </OverlayBoundary>
      {isOffered && <ExpertOffer id={suggestedId} onAccept={() => experts.onChoose(suggestedId)} onDismiss={() => setSuggestedId(null)} />}
    </>
  )
}
