import { Command } from 'commander'
import { fetchRates, newestRates, ratedAssets, rateText, setRate } from '#core/rates'
import { type Asset, isAsset } from '#kernel/base/assets.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

export function ratesCommand(): Command {
  const command = new Command('rates')
  command
    .command('list')
    .description('the newest rate of each asset, how old it is, and whether it is used')
    .action(list)
  command
    .command('set <base> <quote> <rate>')
    .description(
      'record that one unit of <base> is worth <rate> units of <quote>, such as EUR USD 1.0812 or ETH EUR 2840.50',
    )
    .option('--at <time>', 'of an earlier moment, such as 2026-11-20T15:00:00Z; default: now')
    .action(set)
  command
    .command('fetch')
    .description('ask the source of FLORIN_RATES now; the worker does so every hour')
    .action(() =>
      withApp(async (app) => {
        await app.by('rates:change')
        const quoted = await fetchRates(app)
        const text = `The source ${app.ratesProvider!.name} has ${quoted.length} rates. What was new is recorded.`
        print({ source: app.ratesProvider!.name, data: quoted }, text)
      }),
    )
  return command
}

const list = () =>
  withApp(async ({ db, clock, rates, by }) => {
    await by('rates:read')
    const now = clock.now()
    const newest = await newestRates(db, await ratedAssets(db), now)
    const withUse = [...newest].map(async ([asset, newestRate]) => {
      const used = await rates.at(now, 'EUR', asset)
      return { ...newestRate, usedAs: used && `1 EUR = ${rateText(used)} ${asset}` }
    })
    const data = await Promise.all(withUse)
    const rows = data.map(({ base, quote, rate, asOf, source, usedAs }) => [
      `1 ${base}`,
      `${rate} ${quote}`,
      asOf.toString(),
      source,
      usedAs ?? 'too old: it is not used',
    ])
    const nothing = 'There are no rates yet: florin rates fetch, or florin rates set.'
    print({ data }, data.length === 0 ? nothing : table(['base', 'rate', 'of', 'source', 'used as'], rows))
  })

const set = (base: string, quote: string, rate: string, { at }: { at?: string }) =>
  withApp(async (app) => {
    const pair = { base: assetOf('<base>', base), quote: assetOf('<quote>', quote) }
    const by = await app.by('rates:change')
    const asOf = await setRate(app, { by, ...pair, rate, at: at === undefined ? undefined : Temporal.Instant.from(at) })
    const text = `From ${asOf} on, 1 ${base} is ${rate} ${quote}, until there is a later rate.`
    print({ ...pair, rate, asOf }, text)
  })

function assetOf(name: string, text: string): Asset {
  if (!isAsset(text))
    throw new Error(`${name} is the code of a currency or a coin, such as USD or ETH; it is "${text}".`)
  return text
}
