/** The chapters of the help, in their order; those for administrators are listed for them alone. */
export const chapterIds = {
  everyone: [
    'first-chat',
    'files',
    'languages',
    'experts',
    'prompts',
    'sharing',
    'search',
    'feedback',
    'limits',
    'account',
    'keyboard',
    'privacy',
  ],
  administrators: [
    'set-up',
    'overview',
    'models',
    'workflows',
    'knowledge',
    'datasets',
    'evaluation',
    'people',
    'usage',
    'reports',
    'oversight',
    'debugging',
  ],
} as const

export type ChapterId = (typeof chapterIds)[keyof typeof chapterIds][number]
