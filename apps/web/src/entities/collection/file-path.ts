import type { Source } from '@heddle/contracts/collection/source'

/** Returns the name of a source's file with the folder that it was uploaded from; null for what is no file. */
export const formatFilePath = ({ file_name: name, folder }: Pick<Source, 'file_name' | 'folder'>): string | null =>
  name !== null && folder !== null ? `${folder}/${name}` : name
