import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setKept } from '../../src/cli/with-app.ts'
import { keptOf, openCommandLine } from '../recordings/command-line.ts'
import { goodMadeUp } from '../world/connected.ts'
import { longTest } from '../world/length.ts'
import type { MadeUp } from '../world/made-up-processor.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

async function openCommands(environment: Record<string, string> = {}) {
  const madeUp = goodMadeUp()
  const world = await createWorld({ processors: { madeup: madeUp.kind }, environment })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const folder = mkdtempSync(join(tmpdir(), 'florin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { runs } = openCommandLine(world)
  const keep = (kind: MadeUp['kind']) => setKept({ ...keptOf(world), processors: { madeup: kind } })
  keep(madeUp.kind)
  const file = (name: string, text: string, mode = 0o600) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode })
    return path
  }
  const florin = async (...words: string[]) => {
    const { printed, error } = await runs(['--reason', 'connecting', ...words])
    return [printed, error?.message].filter((text) => text).join('\n')
  }
  return { world, madeUp, file, florin, keep }
}

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest(
  'an operator connects a processor, looks at it, rotates its credentials and cuts it off; no secret is typed or shown',
  async () => {
    const { file, florin, madeUp } = await openCommands()
    const secrets = file('secrets', '# of the test account\napiKey = mk_test_1\nwebhookSecret=hush\n')

    expect(await florin('connector', 'kinds')).toContain(
      'webhookSecret (secret, required): What it signs with: Settings, Webhooks.',
    )
    expect(await florin('connector', 'add', 'madeup', 'main', '--set', 'webhookSecret=hush')).toContain(
      'webhookSecret is a secret, and is not typed with a command',
    )
    expect(await florin('connector', 'add', 'madeup', 'main', '--secrets', file('open', 'a=b', 0o644))).toContain(
      'chmod 600',
    )
    expect(await florin('connector', 'add', 'madeup', 'main', '--secrets', file('odd', 'hush'))).toMatch(
      /odd: line 1 is no field\. Write name=value/,
    )
    const added = await florin('connector', 'add', 'madeup', 'main', '--secrets', secrets)
    expect(added).toContain('main is connected, account acct_made_up. Start the programs again')
    expect(added).toMatch(/webhooks to http:\/\/\S+\/webhooks\/main/)

    const rotated = file('rotated', '{"webhookSecret":"hush again"}')
    expect(
      await florin('connector', 'replace-credentials', 'main', '--secrets', rotated, '--overlap', 'PT1H'),
    ).toContain('Running programs use them within seconds.')
    madeUp.check = () => ({ works: false, problem: 'It is closed on Sundays.' })
    expect(await florin('connector', 'check', 'main')).toBe('main does not work: It is closed on Sundays.')
    expect(await florin('connector', 'default', 'main')).toContain('main is the default once')
    const listed = await florin('connector', 'list')
    expect(listed).toMatch(/main +madeup +test +acct_made_up +enabled, default +\S+ It is closed on Sundays\./)
    expect(listed).toContain('What no rule of routing sends elsewhere goes to main.')
    expect(await florin('connector', 'show', 'main')).toContain('/webhooks/main')
    expect(await florin('connector', 'disable', 'main')).toMatch(
      /^main is cut off.+\nIt was the default: .+payments_paused/,
    )
    expect(await florin('connector', 'list')).toContain(
      'main is the default and is disabled. Programs that were started before refuse',
    )
    expect(await florin('connector', 'webhooks', 'list')).toBe('There are none.')
    expect(`${added}${listed}${await florin('connector', 'show', 'main')}`).not.toMatch(/hush|mk_test/)
  },
)

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest('of a processor that sends no webhooks no address for them is printed', async () => {
  const { file, florin, madeUp, keep } = await openCommands()
  keep({ ...madeUp.kind, sendsWebhooks: false })

  const added = await florin(
    'connector',
    'add',
    'madeup',
    'main',
    '--secrets',
    file('s', 'apiKey=mk_test_1\nwebhookSecret=hush'),
  )
  expect(added).toContain('main is connected')
  expect(added).not.toContain('webhooks')
  expect(await florin('connector', 'show', 'main')).toContain('It sends no webhooks')
})

test('where the installation wants two people, credentials wait for the second', async () => {
  const { world, file, florin } = await openCommands({ FLORIN_APPROVALS: 'connectors:change' })
  vi.stubEnv('FLORIN_APPROVALS', 'connectors:change')
  const people = await openPeople(world)
  const [ana, bob] = [await people.person(), await people.person()]
  const secrets = file('secrets', 'apiKey=mk_test_1\nwebhookSecret=hush')
  const add = () => florin('--as', ana.staff.email, 'connector', 'add', 'madeup', 'main', '--secrets', secrets)

  const asked = await add()
  const [, id] = /approval (\d+) waits until another person approves it/.exec(asked) ?? []
  expect(id, asked).toBeDefined()
  expect(await world.query('select from processors.connections')).toEqual([])
  const approvals = await world.query('select request from access.approvals')
  expect(JSON.stringify(approvals)).not.toContain('hush')

  await florin('--as', bob.staff.email, 'approvals', 'approve', id!)
  // Other secrets are not what was approved.
  const others = file('others', 'apiKey=mk_test_2\nwebhookSecret=hush')
  expect(
    await florin('--as', ana.staff.email, 'connector', 'add', 'madeup', 'main', '--secrets', others),
  ).not.toContain('is connected')
  expect(await add()).toContain('main is connected')
})
