import { expect, test } from 'vitest'
import { checkConfig, readConfig } from './config.ts'
import { mistypedSettings, unknownSettings } from './known-names.ts'
import { variables } from './variables.ts'

test.each([
  ['FLORIN_ENVIROMENT', 'FLORIN_ENVIRONMENT'],
  ['FLORIN_PROT', 'FLORIN_PORT'],
  ['FLORIN_KEY_FILE', 'FLORIN_KEYS_FILE'],
  ['FLORIN_SSO_CLIENT_ID_FILE', 'FLORIN_SSO_CLIENT_ID'],
  ['FLORIN_SOMETHING_ELSE_ALTOGETHER', undefined],
])('%s ends a start, and the nearest name is %s', (name, nearest) => {
  expect(mistypedSettings({ [name]: 'production' })).toEqual([{ name, nearest }])
  const { config, problems } = checkConfig({ [name]: 'production' })
  expect({ config, problems }).toEqual({
    config: undefined,
    problems: [`${name}: is no setting of Florin, so it does nothing${nearest ? `; ${nearest} is one` : ''}`],
  })
  expect(() => readConfig({ [name]: 'production' })).toThrow(name)
})

test('a name that is listed is let pass, and still shown to people', () => {
  const given = { FLORIN_IGNORE: 'FLORIN_TEAM, FLORIN_COST_CENTRE', FLORIN_TEAM: 'a', FLORIN_COST_CENTRE: 'b' }
  expect(readConfig(given).unknownSettings).toEqual(['FLORIN_COST_CENTRE', 'FLORIN_TEAM'])
  expect(() => readConfig({ ...given, FLORIN_OTHER: 'c' })).toThrow('FLORIN_OTHER')
})

test('what Kubernetes says of services, and the guides to callers, is no mistake', () => {
  const services = {
    FLORIN_SERVICE_HOST: '10.96.0.7',
    FLORIN_SERVICE_PORT: '8080',
    FLORIN_SERVICE_PORT_HTTP: '8080',
    FLORIN_PORT: 'tcp://10.96.0.7:8080',
    FLORIN_PORT_8080_TCP: 'tcp://10.96.0.7:8080',
    FLORIN_PORT_8080_TCP_ADDR: '10.96.0.7',
    FLORIN_PORT_8080_TCP_PORT: '8080',
    FLORIN_PORT_8080_TCP_PROTO: 'tcp',
    FLORIN_API_SERVICE_HOST: '10.96.0.8',
    FLORIN_API_PORT: 'tcp://10.96.0.8:8080',
  }
  expect(unknownSettings({ ...services, FLORIN_PRIVATE_KEY: 'sk_test_1', HOME: '/' })).toEqual([])
  expect(readConfig(services).port).toBe(8080)
  expect(unknownSettings({ FLORIN_METRCS_PORT: '9464' })).toEqual(['FLORIN_METRCS_PORT'])
})

test('a setting that lacks a character, or has one twice, is never taken for something else', () => {
  const settings = Object.keys(variables).filter((name) => name.startsWith('FLORIN_'))
  const mistyped = settings.flatMap((name) =>
    [...name.slice('FLORIN_'.length)].flatMap((character, at) => {
      const [before, after] = [name.slice(0, 'FLORIN_'.length + at), name.slice('FLORIN_'.length + at)]
      return [before + after.slice(1), before + character + after]
    }),
  )
  const passed = mistyped.filter((name) => !settings.includes(name) && unknownSettings({ [name]: 'x' }).length === 0)
  expect(passed).toEqual([])
})
