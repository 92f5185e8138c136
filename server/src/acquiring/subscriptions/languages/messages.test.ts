import { expect, test } from 'vitest'
import { languages } from '#core/pages'
import { subscriptionMessages } from './messages.ts'

const textsOf = (messages: object, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  )
const gapsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const english = textsOf(subscriptionMessages.en)
const others = languages.filter((language) => language !== 'en')

test.each(others)('%s says every sentence in its own words, with the same gaps as English', (language) => {
  const own = new Map(textsOf(subscriptionMessages[language]))
  for (const [path, text] of english) {
    expect([path, gapsOf(own.get(path)!)]).toEqual([path, gapsOf(text)])
    expect([path, own.get(path) !== text || path === 'price']).toEqual([path, true])
  }
})

test.each(languages)('no sentence of %s is empty or has spaces around it', (language) => {
  for (const [path, text] of textsOf(subscriptionMessages[language])) {
    expect([path, text.trim()]).toEqual([path, text])
    expect([path, text]).not.toEqual([path, ''])
  }
})
