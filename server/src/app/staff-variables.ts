import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { type AccessRules, type SignOnSettings, secondFactorRules } from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { refuseOpenFile } from '#kernel/crypto/private-file.ts'
import { readHosts } from './addresses.ts'

/** How staff log in, among the environment variables of `variables.ts`. */
export const staffVariables = {
  FLORIN_SECOND_FACTOR: z
    .enum(secondFactorRules)
    .default('optional')
    .describe(
      'who needs a second factor in the dashboard: money means roles that may move money, change keys or give access (owner, finance, support, developer, compliance), everyone means everyone; a person without one is led to it before anything else',
    ),
  FLORIN_PASSWORD_LOGIN: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off: people log in to the dashboard by single sign-on alone, neither with a password nor with a passkey',
    ),
  FLORIN_SSO_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'single sign-on of staff: the issuer of your OpenID provider, such as https://login.example.com/realms/staff; it sends people back to /staff/v1/session/sign-on/callback',
    ),
  FLORIN_SSO_CLIENT_ID: z.string().max(300).optional().describe('the client id that the provider knows Florin by'),
  FLORIN_SSO_CLIENT_SECRET_FILE: z
    .string()
    .optional()
    .describe('path of the file with the client secret, readable by its owner alone'),
  FLORIN_SSO_DOMAINS: z
    .string()
    .optional()
    .describe('domains of e-mail addresses that may come by single sign-on: example.com,example.org; by default all'),
  FLORIN_SSO_NAME: z
    .string()
    .max(50)
    .default('single sign-on')
    .describe('what the log-in page calls it, such as Google'),
}

type Env = z.output<z.ZodObject<typeof staffVariables>> & { FLORIN_ENVIRONMENT: 'staging' | 'production' }

/** How staff log in; what is wrong with it is added to the problems. */
export function readAccess(env: Env, problems: string[]): AccessRules & { signOn: SignOnSettings | undefined } {
  const signOn = env.FLORIN_SSO_ISSUER === undefined ? undefined : readSignOn(env, env.FLORIN_SSO_ISSUER, problems)
  const passwordLogin = env.FLORIN_PASSWORD_LOGIN === 'on'
  if (!passwordLogin && env.FLORIN_SSO_ISSUER === undefined)
    problems.push('FLORIN_PASSWORD_LOGIN: without FLORIN_SSO_ISSUER nobody could log in; leave it on')
  return { secondFactor: env.FLORIN_SECOND_FACTOR, passwordLogin, signOn }
}

function readSignOn(env: Env, issuer: string, problems: string[]): SignOnSettings | undefined {
  const { FLORIN_SSO_CLIENT_ID: clientId, FLORIN_SSO_CLIENT_SECRET_FILE: file, FLORIN_SSO_NAME: name } = env
  const allowHttp = env.FLORIN_ENVIRONMENT === 'staging'
  if (!allowHttp && !issuer.startsWith('https:')) problems.push('FLORIN_SSO_ISSUER: production needs an https address')
  if (clientId === undefined) problems.push('FLORIN_SSO_CLIENT_ID: FLORIN_SSO_ISSUER needs it')
  if (file === undefined) problems.push('FLORIN_SSO_CLIENT_SECRET_FILE: FLORIN_SSO_ISSUER needs it')
  const read = readHosts(env.FLORIN_SSO_DOMAINS)
  if ('problem' in read) problems.push('FLORIN_SSO_DOMAINS: write domains, such as example.com,example.org')
  const clientSecret = file === undefined ? undefined : readSecret(file, problems)
  if (clientId === undefined || !clientSecret || 'problem' in read) return undefined
  return { issuer, clientId, clientSecret, domains: read.hosts, name, allowHttp }
}

function readSecret(path: string, problems: string[]): Secret<string> | undefined {
  try {
    refuseOpenFile({ path, mode: statSync(path).mode }, 'with it a program can pretend to be Florin')
    return new Secret(readFileSync(path, 'utf8').trim())
  } catch (error) {
    problems.push(`FLORIN_SSO_CLIENT_SECRET_FILE: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
