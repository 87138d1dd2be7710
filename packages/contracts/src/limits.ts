// The numbers that both sides must agree on (specification, section 9; design, sections 4, 6 and 8).
export const limits = {
  /** Bytes of a JSON body. */
  bodyBytes: 256 * 1024,
  /** Levels and values of any JSON body, and the names of all of its objects. */
  bodyJson: { depth: 520, values: 50_000, names: 20_000 },
  /** Characters (UTF-16 units) of one message. */
  messageCharacters: 32_000,
  /** Characters of a reply with its thought process: a model that repeats itself is ended. */
  replyCharacters: 200_000,
  chatTitleCharacters: 200,
  /** A temporary chat ends so long after the last use, and so long after it was begun at the latest. */
  temporaryChatIdleMinutes: 60,
  temporaryChatHours: 24,
  temporaryChatGroups: 100,
  /** Folders of one user, and files that each may have. */
  foldersPerUser: 200,
  folderNameCharacters: 100,
  folderInstructionsCharacters: 4_000,
  filesPerFolder: 20,
  /** A chat as a Word file: its messages, and what writing it may take of the clock and of memory. */
  wordFile: { messages: 500, seconds: 30, megabytes: 400 },
  /** Shares of one chat that go on, people or groups that one of them may name, and for how many days it is unless its end is given. */
  sharesPerChat: 20,
  shareTargets: 100,
  shareDays: 30,
  /** Chats that one call may change or export. */
  chatsPerCall: 200,
  /** Bytes of the chats of one export, before they are packed. */
  chatExportBytes: 256 * 1024 * 1024,
  /** What a user takes along: bytes of all contents before they are packed, minutes to write it, hours between two, and days that it is kept. */
  takeout: { bytes: 1024 * 1024 * 1024, minutes: 30, hours: 24, days: 7 },
  /** Of the library of prompts: those of one user, of a group and of the tenant. */
  promptsPerOwner: 2_000,
  promptCharacters: 8_000,
  promptVariables: 20,
  promptChoices: 50,
  promptTags: 10,
  promptValueCharacters: 8_000,
  /** The newest of a prompt that are kept. */
  promptVersions: 20,
  promptImportBytes: 4 * 1024 * 1024,
  promptImportJson: { depth: 12, values: 400_000, names: 300_000 },
  /** What a user tells of themselves, and of how to answer. */
  personalInstructionsCharacters: 2_000,
  /** Messages that a chat is opened with, and of one page of it unless the caller asks for another size. */
  messagesPerPage: 40,
  maxMessagesPerPage: 400,
  /** Requests per conversation, unless the tenant says otherwise. */
  requestsPerChat: 50,
  /** From this many remaining requests on, the chat warns. */
  lowRemainingRequests: 5,
  /** Replies that one user may have running at once; those beside each other count as one. */
  runningRepliesPerUser: 2,
  /** Replies beside each other to one question. */
  comparedReplies: 3,
  /** Test runs of workflows and assistants that one user may have running at once in one process. */
  testRunsPerUser: 2,
  /** How long a test run may take. */
  testRunSeconds: 600,
  /** Bytes of the body that asks an assistant which is being edited: 40 turns of 16,000 characters. */
  trialBytes: 2 * 1024 * 1024,
  /** Earlier turns that a test run may be given. */
  testRunHistory: 40,
  /** Test runs that are kept of a workflow. */
  keptRunsPerWorkflow: 50,
  /** Replies that one user may read at once from one process: each open tab is one. */
  openRepliesPerUser: 20,
  /** Files of one upload, and of one message. */
  filesPerUpload: 3,
  fileNameCharacters: 255,
  /** Files that one chat may hold. */
  filesPerChat: 60,
  /** Pages of a PDF, slides of a presentation. */
  pagesPerFile: 2_000,
  /** Characters of text that are read from one file. */
  fileTextCharacters: 4_000_000,
  /** What an archive (docx, pptx, xlsx) may hold: bytes of the parts that are read, unpacked; and entries. Pictures and media are not read. */
  archive: { bytes: 400 * 1024 * 1024, entries: 20_000 },
  /** What reading a file may take of processor time and memory, in a process of its own; text, tables and pages have less time than other formats. */
  parsing: { milliseconds: 60_000, textMilliseconds: 10_000, megabytes: 512 },
  /** The same for a source of a collection, where no one waits for it. */
  ingestParsing: { milliseconds: 180_000, megabytes: 1_024 },
  /** The same where scanned pages are recognized. */
  ingestRecognition: { milliseconds: 3_600_000, megabytes: 1_536 },
  /** Elements of a page that are open at once, as many as Chromium nests. */
  htmlDepth: 512,
  /** Chapters of the help that a site adds in one language, and bytes of one of them. */
  siteChapters: 50,
  siteChapterBytes: 50_000,
  /** Keywords of one search. */
  searchKeywords: 8,
  /** Messages that a search in one chat lists; it counts all. */
  foundMessages: 1_000,
  /** What the web reports of errors at once: the picture of a page with all of its styles is the most. */
  errorEnvelopeCharacters: 4 * 1024 * 1024,
  feedbackReasonCharacters: 2_000,
  usageLimitRules: 100,
  /** For how many days it is kept what usage limits refused, and of how many limits a list says it. */
  usageRefusalDays: 30,
  usageRefusals: 100,
  /** Days of a usage report, and rows of one of its breakdowns. */
  usageDays: 400,
  usageBreakdownRows: 100,
  usageExportRows: 100_000,
  modelEndpointsPerTenant: 50,
  /** Errors that a process keeps for the debug views. */
  recentErrors: 100,
  /** Rows of each table of the debug views about limits. */
  debugRows: 50,
  modelsPerTenant: 200,
  pricesPerModel: 50,
  /** Models that a call may fall back to, one after the other. */
  fallbackModels: 3,
  chatPageSize: 20,
  myGroupsPageSize: 100,
  maxPageSize: 100,
  /** Rows that a list counts at most; of a longer one it says only that there are more. */
  maxCountedRows: 1_000,
  passwordCharacters: { min: 10, max: 200 },
  /** Second factors of one user, recovery codes that come with the first, and what a browser sends of a passkey. */
  factorsPerUser: 10,
  factorNameCharacters: 100,
  recoveryCodes: 10,
  /** Tries of one challenge of a sign-in. */
  challengeTries: 5,
  passkeyCharacters: 8_000,
  /** Days that a tenant gives its users to set up a second factor. */
  factorGraceDays: 90,
  emailCharacters: 254,
  accountCharacters: 64,
  nameCharacters: 200,
  /** Bytes of a CSV of users, and its rows. */
  importBytes: 4 * 1024 * 1024,
  /** Of the folder that a source's file is from. */
  folderCharacters: 1_000,
  importRows: 20_000,
  /** Groups that an import makes. */
  importGroups: 500,
  /** Users that one call may enable or disable. */
  usersPerCall: 100,
  /** Groups that one user may be given at once, and members that a group's `children` names. */
  groupsPerUser: 100,
  groupChildren: 100,
  /** Characters of a tenant's logo as a `data:` address: a picture of about 48 kB. */
  logoCharacters: 65_536,
  /** Characters of an assistant's picture as a `data:` address: about 9 kB, as a page of a list has 20 of them. */
  assistantPictureCharacters: 12_288,
  retentionDays: 3_650,
  favoriteAssistants: 200,
  /** Assistants that a tenant's settings name. */
  namedAssistants: 200,
  namedGroups: 1_000,
  recommendedQuestions: 8,
  /** Characters of the usage instructions of an assistant. */
  userPromptCharacters: 4_000,
  nodesPerWorkflow: 200,
  edgesPerWorkflow: 500,
  /** Servers that the workflows of a tenant may call. */
  allowedHosts: 200,
  /** Characters of one template of a node. */
  templateCharacters: 20_000,
  /** Nodes and edges of a draft, which may have more than can be published. */
  nodesPerDraft: 400,
  edgesPerDraft: 1_000,
  /** Fields that a node has an output or a default of. */
  fieldsPerNode: 100,
  /** Levels and values of JSON that a field may hold. */
  json: { depth: 512, values: 100_000 },
  /** Characters of a name in JSON. */
  jsonNameCharacters: 200,
  /**
   * The JSON Schema of a node: its JSON; its schemas with each reference followed, and how many of them are applied to one value; its
   * patterns, with the steps of their programs. Of an answer: the values times that number, and the steps of all matches. `kept`: schemas
   * that a process keeps compiled.
   */
  jsonSchema: {
    characters: 64_000,
    values: 5_000,
    depth: 32,
    appliedSchemas: 500,
    width: 100,
    patterns: 50,
    patternCharacters: 500,
    patternSteps: 2_000,
    checkedValues: 100_000,
    matchSteps: 1_000_000,
    kept: 50,
  },
  /** Bytes of a body with a graph: 200 nodes with prompts of 10,000 letters, or of 3,400 Chinese characters. To read more takes too long. */
  workflowBytes: 2 * 1024 * 1024,
  workflowNoteCharacters: 2_000,
  /** Models, and hosts, that the import of a workflow may replace. */
  importAnswers: 1_000,
  /** Tokens of one chunk of a source. */
  chunkTokens: { min: 100, max: 1_000 },
  /** Tokens that a chunk may repeat of the one before. */
  overlapTokens: 200,
  /** Characters of a chunk that an administrator has written. */
  chunkCharacters: 8_000,
  /** Characters of a page that a source's view shows at a time. */
  sourcePartCharacters: 20_000,
  collectionsPerTenant: 500,
  /** Collections that one node searches, and further wordings of its question. */
  collectionsPerNode: 20,
  wordingsPerNode: 5,
  /** A plan is over one table, and those that its columns lead to. */
  datasetsPerNode: 1,
  sourcesPerCollection: 20_000,
  /** Files of one upload into a collection, and bytes of one of them. */
  sourceFilesPerUpload: 20,
  sourceFileBytes: 50 * 1024 * 1024,
  /** What a zip of files may hold: bytes unpacked, and entries. */
  sourceArchive: { bytes: 500 * 1024 * 1024, entries: 1_000 },
  /** A collection as a file: bytes of its originals, and of its `collection.json`. A slow line has five minutes for all of it. */
  collectionFile: {
    bytes: 4 * 1024 * 1024 * 1024,
    manifestBytes: 32 * 1024 * 1024,
    json: { depth: 16, values: 2_000_000, names: 1_000_000 },
  },
  /** Characters of a pasted text, and bytes of the body that it comes in. */
  pastedTextCharacters: 1_000_000,
  pastedTextBodyBytes: 4 * 1024 * 1024,
  /** Changed chunks of a source in the file of a collection. */
  editsPerSource: 20_000,
  tagsPerSource: 20,
  tagCharacters: 60,
  urlCharacters: 2_000,
  /** Pages that one sitemap adds. */
  sitemapPages: 1_000,
  /** Seconds between two visits of a web page: from a minute to ten years. */
  recurrenceSeconds: { min: 60, max: 10 * 365 * 86_400 },
  /** Characters of a question to a collection, and passages that it may find. */
  searchCharacters: 2_000,
  searchResults: 50,
  /** Test questions of a collection, and how many settings one run of them compares. */
  questionsPerCollection: 500,
  questionRunSettings: 2,
  /** How long a run of them may take, and how many one user may have running at once in one process. */
  questionRunSeconds: 900,
  questionRunsPerUser: 1,
  questionNoteCharacters: 500,
  /** Characters of a CSV of questions. */
  questionImportCharacters: 1_000_000,
  /** Of a dataset of kind `table`: what a published version may have. */
  datasetRows: 100_000,
  datasetColumns: 60,
  datasetMeasures: 40,
  datasetLinks: 3,
  datasetChoices: 200,
  datasetSynonyms: 20,
  datasetCellCharacters: 32_000,
  datasetFormulaCharacters: 300,
  datasetFileBytes: 20 * 1024 * 1024,
  /**
   * A dataset as a file: bytes of its `dataset.json`, of its rows and of one of them, unpacked. Packed, it has the bytes of any file that is
   * imported.
   */
  datasetFile: {
    manifestBytes: 8 * 1024 * 1024,
    json: { depth: 8, values: 500_000, names: 300_000 },
    rowsBytes: 400 * 1024 * 1024,
    rowBytes: 16 * 1024 * 1024,
    rowJson: { depth: 3, values: 500, names: 500 },
  },
  datasetsPerTenant: 500,
  /** Columns of a dataset whose cells are unique: each is compared over all rows when it is published. */
  datasetUniqueColumns: 5,
  datasetRowFilters: 5,
  datasetFilterCharacters: 100,
  /** Cells and rows of one edit, such as a paste, and the size of its body: 10,000 rows of one cell each have 40,000 names. */
  datasetEditCells: 10_000,
  datasetEditRows: 10_000,
  datasetEditBytes: 4 * 1024 * 1024,
  datasetEditJson: { depth: 8, values: 60_000, names: 45_000 },
  /** Cells that a refusal names. */
  datasetNamedCells: 100,
  /** Of a query plan over a dataset, held before anything of it is compiled. */
  planSelected: 30,
  planConditions: 10,
  planAlternatives: 5,
  planGroups: 3,
  planAggregates: 10,
  planOrders: 3,
  planListValues: 50,
  /** Texts of a whole plan that are looked up: each that is not there is a scan. */
  planTexts: 50,
  planTextCharacters: 200,
  planRows: 200,
  /** Of a result that a model is given and a reply keeps: characters of all cells, and of one. */
  resultCharacters: 50_000,
  resultCellCharacters: 2_000,
  planJson: { depth: 6, values: 1_000 },
  /** Of a file that is imported: columns, of which some may be left out, merged cells, and rows that are totals or notes. */
  datasetFileColumns: 256,
  datasetMergedAreas: 10_000,
  datasetOmittedRows: 300,
  /** Errors that an import keeps, and of them those that are shown at once; how many there are is counted beyond. */
  datasetImportErrors: 10_000,
  datasetShownErrors: 100,
  /** Mappings that a dataset remembers, each of files with the same headers. */
  datasetMappings: 50,
  /** Of a dataset of kind `qa`: questions and wordings of a version, their characters in all, and those of one that are compared. */
  qaWordings: 10_000,
  qaCharacters: 2_000_000,
  qaWordingCharacters: 2_000,
  /** Questions of an evaluation set that a threshold is proposed from, and rows that a review names. */
  qaThresholdRows: 500,
  qaReviewedRows: 100,
  /** Questions that an evaluation run asks at most, and runs of a tenant that wait or go on at once. */
  evalRows: 2_000,
  evalRunsWaiting: 10,
  /** Of the questions of a run, with what they expect. */
  evalRunBytes: 20_000_000,
  /** Runs of an evaluation set that are kept. */
  evalRunsKept: 100,
  evalAnswerCharacters: 50_000,
  gateConditions: 5,
  /** Calls of one user (else address). */
  requestsPerSecond: 5,
  requestBurst: 20,
} as const
