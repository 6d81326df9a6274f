/** Imports go one way. `tests/architecture.test.ts` holds it, `npm run check` runs that test. */
const service = (name) => `^services/${name}/`
/** Tests and what supports them. */
const testSupport =
  '\\.test\\.tsx?$|contract-suite\\.ts$|test-app\\.ts$|-in-tests\\.ts$|\\.fixture\\.ts$|/testing/'
/** What each service offers the operator's commands. */
const operations =
  '^services/(accounts/(erasure|identity|operations|players)|analysis/(export|publication)|catalogue/uploads|ingest/play-ids|projector/(competitions|generations))/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^contracts/', pathNot: testSupport },
      to: { path: '^(projections|services|web|scripts|tests)/' },
    },
    {
      name: 'projections-import-contracts-alone',
      severity: 'error',
      from: { path: '^projections/', pathNot: testSupport },
      to: { path: '^(services|web|scripts|tests)/' },
    },
    {
      name: 'projections-have-no-sockets',
      severity: 'error',
      from: { path: '^projections/', pathNot: testSupport },
      to: {
        path: '^(node:)?(net|http|https|tls|dgram|worker_threads|fs)$|node_modules/(fastify|ws|kafkajs|redis|ioredis)',
      },
    },
    {
      name: 'services-never-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: [service('platform'), service('operator'), testSupport] },
      to: { path: '^services/[^/]+/', pathNot: ['^services/$1/', service('platform')] },
    },
    {
      name: 'the-operator-imports-what-services-offer-it',
      severity: 'error',
      from: { path: service('operator'), pathNot: testSupport },
      to: { path: '^services/[^/]+/', pathNot: [service('operator'), service('platform'), operations] },
    },
    {
      name: 'platform-knows-no-service',
      severity: 'error',
      from: { path: service('platform'), pathNot: testSupport },
      to: { path: '^services/[^/]+/', pathNot: service('platform') },
    },
    {
      name: 'following-and-building-do-not-know-each-other',
      severity: 'error',
      from: { path: '^services/projector/(fold|follow|build)/', pathNot: testSupport },
      to: {
        path: '^services/projector/',
        pathNot: '^services/projector/(competitions|fold|generations|$1)/',
      },
    },
    {
      name: 'pages-read-by-the-connection-they-are-given',
      severity: 'error',
      from: { path: '^services/query/(pages|cards|game|rivals|plays)/', pathNot: testSupport },
      to: { path: '^services/platform/(database|engine)' },
    },
    {
      name: 'the-web-app-imports-contracts-alone',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(projections|services|scripts|tests)/' },
    },
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'the-timing-chart-is-drawn-and-moved-from-its-model-alone',
      severity: 'error',
      from: { path: '^web/features/play/timing/(model|draw|input)/' },
      to: { path: '^web/features/play/timing/', pathNot: '^web/features/play/timing/(model|$1)/' },
    },
    {
      name: 'the-preview-of-steps-is-drawn-from-its-model-alone',
      severity: 'error',
      from: { path: '^web/features/chart/steps/(model|draw)/' },
      to: { path: '^web/features/chart/steps/', pathNot: '^web/features/chart/steps/(model|$1)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { path: '^(contracts|projections|services|web)/', pathNot: testSupport },
      to: { path: `^(tests|scripts)/|${testSupport}|node_modules/vitest/` },
    },
    {
      name: 'one-file-speaks-kafkajs',
      severity: 'error',
      from: { pathNot: '^(services/platform/ledger/kafka/kafkajs|tests/bench/stage/bare-kafka)\\.ts$' },
      to: { path: 'node_modules/kafkajs' },
    },
    {
      name: 'one-file-speaks-ioredis',
      severity: 'error',
      from: { pathNot: '^services/platform/redis/ioredis.ts$' },
      to: { path: 'node_modules/ioredis' },
    },
    {
      name: 'one-file-speaks-redis',
      severity: 'error',
      from: { pathNot: '^services/platform/redis/node-redis.ts$' },
      to: { path: 'node_modules/redis/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
