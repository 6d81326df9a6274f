/** The compressed download size of DuckDB's module and worker, bytes; verified by a test. */
export const engineDownload = 6_500_000
