/** The allowed imports, checked by `tests/architecture.test.ts`, which `npm run check` runs. */
const service = (name) => `^services/${name}/`
/** Tests and their support files. */
const testSupport =
  '\\.test\\.tsx?$|contract-suite\\.ts$|test-app\\.ts$|-in-tests\\.ts$|\\.fixture\\.ts$|/testing/'
/** Modules that import the client of Redis or of S3. */
const externalEngine =
  '^services/(platform/(redis/(ioredis|redis-reader)|limits/redis-[a-z-]+|push/redis-push|storage/s3-storage)|query/redis-rankings)\\.ts$'
/** The modules that each service offers to the operator's commands. */
const operations =
  '^services/(accounts/tables\\.ts$|(accounts/(authentication|erasure|operations|players)|analysis/(export|publication)|catalogue/uploads|embedded-postgres|ingest/(play-ids|refusals)|projector/(competitions|generations))/)'

/** The folders of projections, lowest first: each imports only lower ones. The files beside them are above `scoring`. */
const projections = [
  'scoring',
  'streams',
  'plays',
  'catalogue',
  'boards',
  'records',
  'players',
  'activity',
  'milestones',
  'participation',
  'standings',
  'notifications',
  'suggestions',
  'countries',
  'fold',
  'generations',
]
const projectionsBeside = '^projections/[^/]+$'
const foldersOfProjections = (folders) => `^projections/(${folders.join('|')})/`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contracts-import-no-other-folder',
      severity: 'error',
      from: { path: '^contracts/', pathNot: testSupport },
      to: { path: '^(projections|services|web|scripts|tests)/' },
    },
    {
      name: 'projections-import-only-contracts',
      severity: 'error',
      from: { path: '^projections/', pathNot: testSupport },
      to: { path: '^(services|web|scripts|tests)/' },
    },
    {
      name: 'projections-do-no-io',
      severity: 'error',
      from: { path: '^projections/', pathNot: testSupport },
      to: {
        path: '^(node:)?(net|http|https|tls|dgram|worker_threads|fs)$|node_modules/(fastify|ws|kafkajs|ioredis)',
      },
    },
    ...projections.slice(0, -1).map((folder, nth) => ({
      name: 'folders-of-projections-import-lower-ones',
      severity: 'error',
      from: { path: foldersOfProjections([folder]), pathNot: testSupport },
      to: {
        path: [
          foldersOfProjections(projections.slice(nth + 1)),
          ...(folder === 'scoring' ? [projectionsBeside] : []),
        ],
      },
    })),
    {
      name: 'folders-of-projections-import-lower-ones',
      severity: 'error',
      from: { path: projectionsBeside, pathNot: testSupport },
      to: { path: foldersOfProjections(projections.slice(1)) },
    },
    {
      name: 'folders-of-projections-are-in-their-order',
      severity: 'error',
      from: { path: '^projections/[^/]+/', pathNot: foldersOfProjections(projections) },
      to: {},
    },
    {
      name: 'services-are-independent',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: [service('platform'), service('operator'), testSupport] },
      to: { path: '^services/[^/]+/', pathNot: ['^services/$1/', service('platform')] },
    },
    {
      name: 'operator-imports-only-what-services-offer',
      severity: 'error',
      from: { path: service('operator'), pathNot: testSupport },
      to: { path: '^services/[^/]+/', pathNot: [service('operator'), service('platform'), operations] },
    },
    {
      name: 'platform-imports-only-contracts',
      severity: 'error',
      from: { path: service('platform'), pathNot: testSupport },
      to: { path: '^(projections|services|web|scripts|tests)/', pathNot: service('platform') },
    },
    {
      name: 'follow-and-build-are-independent',
      severity: 'error',
      from: { path: '^services/projector/(fold|follow|build)/', pathNot: testSupport },
      to: {
        path: '^services/projector/',
        pathNot: '^services/projector/(competitions|fold|generations|$1)/',
      },
    },
    {
      name: 'pages-open-no-connection',
      severity: 'error',
      from: { path: '^services/query/(pages|cards|game|rivals|plays)/', pathNot: testSupport },
      to: { path: '^services/(platform/(database|engine)|read-models)' },
    },
    {
      name: 'web-imports-only-contracts',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(projections|services|scripts|tests)/' },
    },
    {
      name: 'features-are-independent',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'models-of-figures-import-no-drawing',
      severity: 'error',
      from: { path: '^web/features/(play/timing/(plot|steps|timeline)|chart/steps/lanes)[.]ts' },
      to: {
        path: '^web/features/(play/timing|chart/steps)/',
        pathNot: '^web/features/play/timing/(plot|steps|timeline)[.]ts',
      },
    },
    {
      name: 'production-imports-no-tests',
      severity: 'error',
      from: { path: '^(contracts|projections|services|web)/', pathNot: testSupport },
      to: { path: `^(tests|scripts)/|${testSupport}|node_modules/vitest/` },
    },
    {
      // Other processes and commands would load a client that they do not need.
      name: 'clients-of-external-engines-are-loaded-lazily',
      severity: 'error',
      from: { path: '^services/', pathNot: [externalEngine, testSupport] },
      to: { path: externalEngine, dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'one-file-imports-kafkajs',
      severity: 'error',
      from: {
        pathNot: '^(services/platform/ledger/kafka/kafkajs(\\.test)?|tests/bench/setup/bare-kafka)\\.ts$',
      },
      to: { path: 'node_modules/kafkajs' },
    },
    {
      name: 'one-file-imports-ioredis',
      severity: 'error',
      from: { pathNot: '^services/platform/redis/ioredis.ts$' },
      to: { path: 'node_modules/ioredis' },
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
