import { formatFacts, formatPassages, type Voice } from './voice.ts'

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

export const english: Voice = {
  title: ({ keyWords }) => (keyWords.length > 0 ? `About ${keyWords.slice(0, 3).join(', ')}` : 'New chat'),

  thought: ({ question, keyWords, earlierMessages, passages }) =>
    `The user asks: “${question}”. ` +
    `${keyWords.length > 0 ? `The words that carry it are ${keyWords.join(', ')}.` : 'It has no word that stands out.'} ` +
    `${earlierMessages > 0 ? `I keep ${formatCount(earlierMessages, 'earlier message')} in mind.` : 'This is the beginning of the chat.'}\n\n` +
    `${passages.length > 0 ? `I was given ${formatCount(passages.length, 'passage')}, so I should build on that and cite it.` : 'I was given no passages.'} ` +
    'I am a demonstration model and know nothing about the subject itself, so I must say so clearly and show what I received.',

  answer: (facts) =>
    [
      '## Answer of the demonstration model',
      'I am **a demonstration model**: I show how the platform works, but I have no knowledge of my own. ' +
        'Connect a real model to get real answers.',
      `You asked:\n\n> ${facts.question || '(nothing)'}`,
      facts.passages.length > 0
        ? `The passages I was given say:\n\n${formatPassages(facts)}`
        : 'A real model would now go through these steps:\n\n' +
          `1. Work out what you need to know about **${facts.keyWords.join('**, **') || 'your question'}**.\n` +
          '2. Compare it with what was said before.\n3. Answer in the language you chose, with sources where there are any.',
      '| What I was given | Value |\n| --- | --- |\n' +
        `| Key words | ${facts.keyWords.join(', ') || '–'} |\n| Earlier messages | ${facts.earlierMessages} |\n` +
        `| Passages | ${facts.passages.length} |\n| Images | ${facts.images} |\n| Characters in the question | ${facts.questionCharacters} |`,
      ...(facts.wantsCode ? [`The same as code:\n\n${formatFacts(facts)}`] : []),
      'Feel free to ask something else: I will answer just as politely, and just as emptily.',
    ].join('\n\n'),
}
