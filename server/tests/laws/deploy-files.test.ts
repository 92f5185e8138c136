import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { checkConfig } from '../../src/app/config.ts'
import { variables } from '../../src/app/variables.ts'
import { read, tracked } from '../tidy/repository.ts'

const dockerfile = read('Dockerfile').text
const files = ['Dockerfile', 'compose.yaml', ...tracked.filter((path) => path.startsWith('deploy/'))].map(read)
const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile)!

test('every setting that a file for deployment names is one', () => {
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bFLORIN_[A-Z\d_]+\b/g)].map(([name]) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(20)
  /** What compose.yaml reads from `.env` for itself. */
  const ofCompose = ['FLORIN_IMAGE', 'FLORIN_DATABASE_PASSWORD', 'FLORIN_KEYS_PATH']
  expect(named.filter(({ name }) => !(name in variables) && !ofCompose.includes(name))).toEqual([])
})

test.each(['deploy/compose/florin.env.example', 'deploy/kubernetes/settings.env'])(
  '%s, with a database and keys beside it, lacks nothing but what is secret',
  (path) => {
    const secrets = {
      DATABASE_URL: 'postgres://florin@database/florin',
      FLORIN_KEYS: generateKeys(),
      FLORIN_SMTP_URL: 'smtps://florin@mail.example',
    }
    const { problems } = checkConfig({ ...parseEnv(read(path).text), ...secrets })
    expect(problems).toEqual([])
  },
)

test('what runs the image agrees with it about its user, its port and how it is stopped', () => {
  const of = (path: string) => read(path).text
  expect(of('compose.yaml')).toContain(`(${user})`)
  expect(of('compose.yaml')).toContain("'127.0.0.1:8080:8080'")
  expect(dockerfile).toContain('EXPOSE 8080')
  for (const role of ['api', 'pages', 'worker'])
    expect(of(`deploy/kubernetes/${role}.yaml`)).toMatch(
      new RegExp(
        `terminationGracePeriodSeconds: 50[\\s\\S]*runAsUser: ${user}[\\s\\S]*args: \\[start, --roles, ${role}\\][\\s\\S]*containerPort: 8080[\\s\\S]*readOnlyRootFilesystem: true`,
      ),
    )
  for (const one of ['api', 'pages', 'worker', 'migrate'])
    expect(of(`deploy/kubernetes/${one}.yaml`)).toMatch(/^ {6}(?: {2})?enableServiceLinks: false$/m)
  for (const unit of ['florin.service', 'florin@.service'])
    expect(of(`deploy/systemd/${unit}`)).toMatch(/^TimeoutStopSec=50$/m)
  expect(of('compose.yaml')).toContain('stop_grace_period: 50s')
})

test('no signal opens the inspector of a process that holds keys, and none leaves an image of its memory', () => {
  const of = (path: string) => read(path).text
  expect(dockerfile).toContain('ENTRYPOINT ["node", "--disable-sigusr1", ')
  expect(of('package.json')).toMatch(/"start": "exec node --disable-sigusr1 /)
  expect(of('compose.yaml')).toContain('ulimits: { core: 0 }')
  for (const unit of ['florin.service', 'florin@.service'])
    expect(of(`deploy/systemd/${unit}`)).toMatch(
      /^ExecStart=\/usr\/bin\/env node --disable-sigusr1 [\s\S]*^LimitCORE=0$/m,
    )
})

test('the mark of a restore is in a folder that can be written, and not in that of the database', () => {
  const of = (path: string) => read(path).text
  const [, folder] = /FLORIN_MARK_FILE: (\/.+)\/mark\.json/.exec(of('compose.yaml'))!
  expect(of('compose.yaml')).toContain(`volumes: ['marks:${folder}']`)
  expect(of('compose.yaml')).toMatch(/^volumes:\n {2}database:\n {2}marks:\n/m)
  expect(dockerfile).toContain(`--owner ${user} --group ${user} --mode 700 ${folder}`)
  expect(of('deploy/kubernetes/settings.env')).toContain(`FLORIN_MARK_FILE=${folder}/mark.json`)
  expect(of('deploy/kubernetes/kustomization.yaml')).toContain('- marks.yaml')
  for (const role of ['api', 'pages', 'worker'])
    expect(of(`deploy/kubernetes/${role}.yaml`)).toMatch(
      new RegExp(
        `- name: marks\\n +mountPath: ${folder}\\n(?! +readOnly)[\\s\\S]*- name: marks\\n +persistentVolumeClaim:`,
      ),
    )
  for (const unit of ['florin.service', 'florin@.service'])
    expect(of(`deploy/systemd/${unit}`)).toMatch(
      /^StateDirectory=florin\n[\s\S]*FLORIN_MARK_FILE=%S\/florin\/mark\.json$/m,
    )
})
