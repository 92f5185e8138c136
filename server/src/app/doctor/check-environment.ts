import type { Config } from '../config.ts'
import { expectEnvironment } from '../environment/expect-environment.ts'
import { type Finding, ok, textOf, wrong } from './finding.ts'

/** Whether the database is of the environment that is configured: every other program ends where it is not. */
export async function checkEnvironment(url: string, config: Config): Promise<Finding> {
  const about = 'Environment'
  try {
    await expectEnvironment({ url, name: 'The database', by: 'command', config })
    return ok(about, `of the database and of the settings is ${config.environment}`)
  } catch (error) {
    return wrong(about, textOf(error), 'docs/operating/going-to-production.md')
  }
}
