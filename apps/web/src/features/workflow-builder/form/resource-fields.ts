// The fields that name resources, as the site names them.

export const resourceFields = ['collections', 'datasets'] as const
export type ResourceField = (typeof resourceFields)[number]

/** What is shown of one that is not there. */
export const unknownResources = { collections: 'form.collectionUnknown', datasets: 'form.datasetUnknown' } as const satisfies Record<
  ResourceField,
  string
>

export const isResourceField = (name: string): name is ResourceField => resourceFields.some((each) => each === name)
