/** What docs/operating/replication.md shows to operators, with the addresses and folders of a drill. */
export const databaseName = 'florin'

type Etcd = { client: number; peer: number }

export function etcdFlags(
  { name, etcd }: { name: string; etcd: Etcd },
  all: readonly { name: string; etcd: Etcd }[],
  data: string,
): string[] {
  const client = `http://127.0.0.1:${etcd.client}`
  const peer = `http://127.0.0.1:${etcd.peer}`
  const settings = {
    name,
    'data-dir': data,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': all.map((one) => `${one.name}=http://127.0.0.1:${one.etcd.peer}`).join(','),
    'initial-cluster-state': 'new',
    'heartbeat-interval': '200',
    'election-timeout': '2000',
  }
  return Object.entries(settings).map(([key, value]) => `--${key}=${value}`)
}

type PatroniInput = {
  name: string
  port: number
  restPort: number
  etcdPorts: readonly number[]
  data: string
  bin: string
  folder: string
}

export const patroniConfiguration = ({ name, port, restPort, etcdPorts, data, bin, folder }: PatroniInput): string => `
scope: florin
name: ${name}
restapi:
  listen: 127.0.0.1:${restPort}
  connect_address: 127.0.0.1:${restPort}
etcd3:
  hosts: [${etcdPorts.map((each) => `127.0.0.1:${each}`).join(', ')}]
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 200
        synchronous_commit: 'on'
        wal_keep_size: 1GB
        wal_sender_timeout: 10s
        wal_receiver_timeout: 10s
  initdb:
    - encoding: UTF8
    - locale: C
    - data-checksums
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${bin}
  pgpass: ${folder}/${name}.pgpass
  authentication:
    superuser: { username: postgres, password: postgres-password }
    replication: { username: replicator, password: replicator-password }
    rewind: { username: rewinder, password: rewinder-password }
  pg_hba:
    - host all         all        127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
  parameters:
    unix_socket_directories: ''
    shared_buffers: 128MB
tags:
  nofailover: false
`

/** A connection to a server that leads no more is closed, so that nobody waits for its replies. */
export const haproxyConfiguration = (
  port: number,
  servers: readonly { name: string; port: number; restPort: number }[],
): string => `
global
  maxconn 1000

defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 2s

listen florin
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((one) => `  server ${one.name} 127.0.0.1:${one.port} maxconn 200 check port ${one.restPort}`).join('\n')}
`

/** In session mode each connection of Florin has one of the server's for as long as it lives. */
export const pgbouncerConfiguration = (port: number, { to, userList }: { to: number; userList: string }): string => `
[databases]
${databaseName} = host=127.0.0.1 port=${to} dbname=${databaseName}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${userList}
pool_mode = session
server_reset_query = DISCARD ALL
default_pool_size = 100
max_client_conn = 400
query_wait_timeout = 30
server_login_retry = 1
`
