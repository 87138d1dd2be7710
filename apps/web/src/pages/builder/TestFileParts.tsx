import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Builder } from '#features/workflow-builder/Builder.tsx'
import { AttachButton } from '#features/chat/files/AttachButton.tsx'
import { FileTray } from '#features/chat/files/FileTray.tsx'
import { useTestFiles } from '#features/chat/files/use-test-files.ts'

type TestFilePartsProps = Parameters<ComponentProps<typeof Builder>['renderFiles']>[0]

/** The chat's own way to choose and upload files, for the questions of a test. */
export function TestFileParts({ children, ...options }: TestFilePartsProps) {
  const { t } = useTranslation('testing')
  const chosen = useTestFiles(options)
  const files = { ...chosen, blockedReason: options.acceptsFiles ? null : t('files.notRead') }
  const hasFiles = files.ready.length > 0 || files.attachments.length > 0 || files.selection !== null
  return children({
    tray: hasFiles && <FileTray files={files} />,
    button: <AttachButton files={files} />,
    problem: files.problem,
  })
}
