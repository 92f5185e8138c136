import { Command } from 'commander'
import { type StaffRole, type StaffScope, type StaffTokenId, staffRoles } from '#core/access'
import { auditEntriesOf } from '#core/directory'
import { countOption, durationOption, idArgument, yesOrNo } from './arguments.ts'
import { table, withApp } from './with-app.ts'

type ScopeOptions = { merchant?: string; partner?: string }
const scopeOf = ({ merchant, partner }: ScopeOptions): StaffScope => {
  if (merchant !== undefined && partner !== undefined) throw new Error('Name a merchant or a partner, not both.')
  if (merchant !== undefined) return { kind: 'merchant', id: merchant }
  return partner === undefined ? { kind: 'platform', id: 'platform' } : { kind: 'partner', id: partner }
}
const shownScope = ({ kind, id }: StaffScope): string => (kind === 'platform' ? 'the operator' : `${kind} ${id}`)

export function staffCommand(): Command {
  const staff = new Command('staff').description('the people who work here: of the operator, of merchants, of partners')
  const roles = staffRoles.join(', ')
  staff
    .command('add <email> <name>')
    .description('add a person; without --merchant or --partner, one of the operator')
    .requiredOption('--role <role>', roles)
    .option('--merchant <id>', 'the merchant the person works for')
    .option('--partner <id>', 'the partner the person works for')
    .action((email: string, name: string, { role, ...scope }: ScopeOptions & { role: string }) =>
      withApp(async ({ staff, by }) => {
        const added = await staff.add({ by: await by('staff:create'), scope: scopeOf(scope), email, name, role })
        console.log(`${added.email} is ${added.role} of ${shownScope(added.scope)}.`)
        console.log(`For calls by a program: florin staff token ${added.email} "name of the program"`)
      }),
    )
  staff
    .command('change <email>')
    .description('change the given, leave the rest')
    .option('--name <name>')
    .option('--role <role>', roles)
    .option('--active <yes|no>', 'an inactive person is refused everywhere', yesOrNo('--active'))
    .action((email: string, changes: { name?: string; role?: StaffRole; active?: boolean }) =>
      withApp(async ({ staff, by }) => {
        const { id } = await staff.withEmail(email)
        const changed = await staff.change({ by: await by('staff:change'), id, changes })
        console.log(`${changed.email} is ${changed.active ? changed.role : 'not active'} now.`)
      }),
    )
  staff.command('list').description('all people').action(listStaff)
  addTokenCommands(staff)
  return staff
}

const listStaff = () =>
  withApp(async ({ staff }) => {
    const people = await staff.list()
    if (people.length === 0)
      return console.log('Nobody yet. Add yourself: florin staff add you@example.com "You" --role owner')
    console.log(
      table(
        ['id', 'e-mail', 'name', 'role', 'of', 'active'],
        people.map(({ id, email, name, role, scope, active }) => [
          String(id),
          email,
          name,
          role,
          shownScope(scope),
          active ? 'yes' : 'no',
        ]),
      ),
    )
  })

function addTokenCommands(staff: Command): void {
  staff
    .command('token <email> <name>')
    .description('make an API token for a program that works for this person; it is shown once')
    .option('--permissions <list>', 'only these, such as refunds:create,*:read; default: all of the role')
    .option('--lifetime <duration>', 'default: P90D, at most P366D', durationOption)
    .action((email: string, name: string, options: { permissions?: string; lifetime?: Temporal.Duration }) =>
      withApp(async ({ staff, by }) => {
        const { id: staffId } = await staff.withEmail(email)
        const permissions = options.permissions?.split(',').map((one) => one.trim())
        const { lifetime } = options
        const made = await staff.createToken({ by: await by('staff:change'), staffId, name, permissions, lifetime })
        console.log(
          `Token ${made.id}  ${made.token.reveal()}\nIt is valid until ${made.expiresAt} and not shown again.`,
        )
      }),
    )
  staff
    .command('tokens <email>')
    .description("a person's tokens, without the tokens themselves")
    .action((email: string) =>
      withApp(async ({ staff }) => {
        const { id } = await staff.withEmail(email)
        const rows = (await staff.tokens(id)).map((one) => [
          String(one.id),
          one.name,
          one.permissions?.join(',') ?? 'all of the role',
          one.revokedAt ? `revoked ${one.revokedAt}` : `${one.expiresAt}`,
        ])
        console.log(rows.length === 0 ? 'There are none.' : table(['id', 'name', 'permissions', 'ends'], rows))
      }),
    )
  staff
    .command('revoke-token')
    .argument('<tokenId>', '', idArgument<StaffTokenId>('tokenId'))
    .description('end a token now')
    .action((id: StaffTokenId) =>
      withApp(async ({ staff, by }) => {
        await staff.revokeToken({ by: await by('staff:change'), id })
        console.log(`Token ${id} is no longer valid.`)
      }),
    )
}

/** Who changed what of money and access, and why. */
export function auditCommand(): Command {
  return new Command('audit')
    .description('who changed what of money and access, when, from where and why; newest first')
    .option('--of <owner>', 'of one owner, such as "merchant 101", "site 10001", "partner 501"')
    .option('--about <subject>', 'about one thing, such as "staff 7" or payment/1042')
    .option('--subject <subject>', 'the same')
    .option('--limit <n>', 'so many entries', countOption('--limit', 1_000), 50)
    .action(({ of, about, subject, limit }: { of?: string; about?: string; subject?: string; limit: number }) =>
      withApp(async ({ db }) => {
        const filter = { owner: pair('--of', of), subject: pair('--about', about ?? subject) }
        const entries = await auditEntriesOf(db, { ...filter, limit })
        if (entries.length === 0) return console.log('There is no such entry.')
        console.log(
          table(
            ['when', 'who', 'what', 'of', 'about', 'why', 'from'],
            entries.map((entry) => [
              entry.occurredAt.toString({ smallestUnit: 'second' }),
              entry.actor,
              entry.action,
              `${entry.owner.kind} ${entry.owner.id}`,
              [entry.subject.type, entry.subject.id].join(' ').trim(),
              entry.reason ?? '',
              entry.fromWhere,
            ]),
          ),
        )
      }),
    )
}

function pair(option: string, text: string | undefined): { kind: string; id: string } | undefined {
  if (text === undefined) return undefined
  const [, kind, id] = /^([a-z][A-Za-z]*)[ /](\S+)$/.exec(text.trim()) ?? []
  if (!kind || !id) throw new Error(`${option} is a kind and an id, such as "site 10001"; it is "${text}".`)
  return { kind, id }
}
