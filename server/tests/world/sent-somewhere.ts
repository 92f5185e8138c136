import { readdirSync, readFileSync } from 'node:fs'

const folders = ['../stories', '../recordings/tours', '../world']

/** The text of everything that sends requests: a field that is not in it is never tried. */
export const sentSomewhere = (): string => folders.flatMap(textsIn).join('\n')

function textsIn(folder: string): string[] {
  const url = new URL(`${folder}/`, import.meta.url)
  return readdirSync(url, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(new URL(name, url), 'utf8'))
}
