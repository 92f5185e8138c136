import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { read, root, tracked } from './repository.ts'

describe('documents', () => {
  const pages = tracked.filter((path) => path.endsWith('.md')).map(read)

  test('every link to a file leads somewhere', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .filter(([, to]) => !existsSync(join(root, dirname(path), to!)))
        .map(([, to]) => `${path} -> ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('the README leads to every page for stores, partners and operators', () => {
    const readme = read('README.md').text
    const guides = tracked.filter((path) => /^docs\/(?:merchant-guide|partner-guide|operating)\/[^/]+\.md$/.test(path))
    expect(guides.filter((path) => !readme.includes(`](${path})`))).toEqual([])
    expect(guides.length).toBeGreaterThan(40)
  })

  test('every page has one title', () => {
    const titles = pages.map(({ path, text }) => {
      const prose = text.replaceAll(/```[\s\S]*?```/g, '')
      return { path, count: prose.match(/^# /gm)?.length ?? 0 }
    })
    expect(titles.filter(({ count }) => count !== 1)).toEqual([])
  })
})
