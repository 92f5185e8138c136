/** A block by how it begins, or one line of a block, that no test types, and why. */
export type NotRun = { page: string; because: string } & (
  | { block: string; line?: undefined }
  | { line: string; block?: undefined }
)

const operating = (name: string) => `docs/operating/${name}.md`
const merchant = (name: string) => `docs/merchant-guide/${name}.md`
const starts = 'starts the program as first-starts.test.ts, process-roles.test.ts and package.test.ts do'
const ofPostgres = "PostgreSQL's own programs and files, which drill:restore, drill:failover and drill:patroni use"

const ofAccounts = 'needs an account at a processor; connector-command.test.ts types it for a made-up one'
const ofHosts = 'needs a host that refuses; connectors/iso8583-refused-requests.test.ts decides what one has refused'
const ofWallets = 'needs the files of an account at Apple or Google; wallet-command.test.ts types it with its own'

/** Needs another machine than that of the tests, or is the tests themselves. Everything else is typed. */
export const notRun: readonly NotRun[] = [
  { page: 'README.md', block: 'npm ci && npm start', because: 'installs, and runs the tests' },
  {
    page: 'README.md',
    block: 'server/       the product',
    because: 'is a map, compared with the folders by nobody but readers',
  },
  { page: 'README.md', line: 'npm start', because: starts },
  { page: 'CONTRIBUTING.md', block: 'npm ci ', because: 'installs, and runs the tests, benches and drills' },
  { page: 'CONTRIBUTING.md', block: 'Billing: charge each', because: 'is the text of a commit' },
  { page: merchant('billing'), block: 'start ──', because: 'is a drawing' },
  {
    page: merchant('wallets'),
    block: 'POST /order',
    because: 'shows where the token of a device goes; stories/wallet-payments.test.ts sends one',
  },
  { page: merchant('api'), block: 'export FLORIN_PRIVATE_KEY', because: 'is the key of the reader' },
  {
    page: merchant('statements'),
    block: 'export FLORIN_STAFF_TOKEN',
    because: 'is the token that the command above has printed',
  },
  {
    page: merchant('test-clock'),
    block: 'form=',
    because: 'needs a shell and jq; test-clock.test.ts moves the clock in the same steps',
  },
  {
    page: merchant('disputes'),
    block: 'json=',
    because: 'needs a shell; payments-disputes-answered.test.ts sends such files',
  },
  {
    page: merchant('hosted-checkout'),
    block: 'json=',
    because: 'needs a shell; checkout-samples.test.ts runs it in one',
  },
  {
    page: merchant('hosted-checkout'),
    block: 'key=',
    because: 'needs a shell; checkout-samples.test.ts runs it in one',
  },
  { page: merchant('hosted-checkout'), block: '<form', because: 'shows the form that the samples make' },
  { page: merchant('hosted-checkout'), block: 'T6ny', because: 'is no program; checkout-samples.test.ts computes it' },
  { page: merchant('hosted-checkout'), block: 'base64(', because: 'is a format' },
  {
    page: 'docs/partner-guide/disputes.md',
    block: 'curl',
    because: 'needs the session of a customer with a payment; issuing-disputes.test.ts sends the same',
  },
  {
    page: 'docs/partner-guide/verification-pages.md',
    block: 'curl',
    because: 'needs the session of a customer; issuing-documents.test.ts sends the same',
  },
  {
    page: 'docs/partner-guide/webhooks.md',
    block: 'npm run florin -- webhooks',
    because: 'needs a receiver that runs; issuing-webhook-tools.test.ts grades and listens',
  },
  { page: operating('backup'), block: 'pg_dump', because: ofPostgres },
  { page: operating('backup'), line: 'pg_restore', because: ofPostgres },
  { page: operating('backup'), block: '# postgresql.conf', because: ofPostgres },
  {
    page: operating('when-things-go-wrong'),
    block: 'insert into florin.tables_to_bind',
    because: 'needs programs that start again; binding-older-rows.test.ts enters tables so',
  },
  { page: operating('backup'), block: 'restore_command', because: ofPostgres },
  {
    page: operating('backup'),
    block: 'export FLORIN_ENVIRONMENT=staging',
    because: 'needs a copy of production; test-copies.test.ts makes one',
  },
  { page: operating('replication'), block: '', because: ofPostgres },
  { page: operating('clearing'), block: 'line 20001', because: 'shows what a file of twenty thousand rows prints' },
  {
    page: operating('importing-cards'),
    block: 'line 2001',
    because: 'shows what a file of twenty thousand rows prints',
  },
  {
    page: operating('reconciliation'),
    block: 'Report 101',
    because: 'shows a report of one day; reconciliation-by-hand.test.ts has the same',
  },
  {
    page: operating('reconciliation'),
    block: 'batch  site',
    because: 'shows a report of one day; reconciliation-by-hand.test.ts has the same',
  },
  {
    page: operating('reconciliation'),
    block: 'Settled by',
    because: 'shows a report of one day; reconciliation-by-hand.test.ts has the same',
  },
  {
    page: operating('command-line'),
    block: 'alias florin',
    because: 'is of a shell; commands.test.ts runs the completion in bash',
  },
  {
    page: operating('going-to-production'),
    block: 'npm ci && npm run package',
    because: 'installs into the system as root; package.test.ts makes and installs the package',
  },
  {
    page: operating('going-to-production'),
    block: 'cd dist && sha256sum',
    because: 'needs a package that is built; package.test.ts does it',
  },
  { page: operating('going-to-production'), block: 'docker compose build', because: 'needs Docker' },
  { page: operating('going-to-production'), line: 'systemctl', because: 'needs systemd' },
  { page: operating('egress'), block: 'acl inside', because: "is Squid's" },
  { page: operating('haproxy'), block: 'global', because: "is HAProxy's; drill:patroni runs HAProxy" },
  { page: operating('nginx'), block: 'upstream', because: "is nginx's" },
  {
    page: operating('keys'),
    block: '{',
    because: 'shows the shape of a file without its secrets; keys generate makes one',
  },
  { page: operating('keys'), line: 'FLORIN_KEYS_FILE=/etc/florin/keys.json npm start', because: starts },
  { page: operating('keys'), line: 'FLORIN_LOST_KEYS', because: `${starts}; lost keys are in key-proofs.test.ts` },
  { page: operating('running'), block: 'npm ci', because: 'installs' },
  { page: operating('running'), block: 'FLORIN_PORT=9090', because: starts },
  {
    page: operating('running'),
    block: 'npm run package',
    because: 'makes and installs the package; package.test.ts does it',
  },
  { page: operating('running'), block: 'docker build', because: 'needs Docker' },
  { page: operating('running'), line: 'FLORIN_SANDBOX_CONNECTORS=sandbox,backup npm start', because: starts },
  {
    page: operating('running'),
    block: 'create role',
    because: 'is typed as a superuser of PostgreSQL; roles.test.ts does it',
  },
  { page: operating('several-processes'), line: 'npm start', because: starts },
  { page: operating('several-processes'), line: 'FLORIN_PORT=9000 npm start', because: starts },
  { page: operating('spending'), line: 'export FLORIN_NETWORK_KEYS', because: 'a shell makes the key with openssl' },
  { page: operating('connectors'), line: 'npm run florin -- --reason "ticket 12" connector add', because: ofAccounts },
  {
    page: operating('going-to-production'),
    line: 'npm run florin -- --reason "first connection" connector add',
    because: ofAccounts,
  },
  { page: operating('going-to-production'), line: 'npm run florin -- connector check main', because: ofAccounts },
  {
    page: operating('iso8583-acquirer'),
    line: 'npm run florin -- --reason "file of Monday" reconcile',
    because: 'needs a connection to a host; connectors/iso8583-settlement-files.test.ts imports such a file',
  },
  {
    page: operating('iso8583-acquirer'),
    line: 'npm run florin -- --reason "the acquirer has raised the limit" connector',
    because: ofHosts,
  },
  {
    page: operating('iso8583-acquirer'),
    line: 'npm run florin -- --reason "the acquirer does not take it" connector',
    because: ofHosts,
  },
  {
    page: operating('iso8583-acquirer'),
    line: 'npm run florin -- --reason "the acquirer has booked the sale of 10.00 on the next day" connector',
    because: 'needs a host that counts otherwise; connectors/iso8583-totals.test.ts closes such totals',
  },
  { page: operating('connectors'), line: 'npm run florin -- --reason "yearly" connector replace', because: ofAccounts },
  { page: operating('connectors'), line: 'npm run florin -- connector webhooks', because: ofAccounts },
  { page: operating('connectors'), line: 'npm run florin -- --reason "ticket 13" connector', because: ofAccounts },
  { page: operating('stripe'), line: 'FLORIN_STRIPE_TEST_KEY', because: 'asks Stripe itself' },
  { page: operating('wallets'), line: 'florin wallet apple', because: ofWallets },
  { page: operating('wallets'), line: 'openssl', because: ofWallets },
  { page: operating('wallets'), line: 'florin wallet google', because: ofWallets },
  { page: operating('wallets'), line: 'florin wallet end-key', because: ofWallets },
]
