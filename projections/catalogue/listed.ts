/**
 * SQL: lists and pages show a chart, because somebody is on its boards or an accepted song of a listed pack has it.
 * Indexes of lists hold these charts only, so queries must use the same words.
 */
export const listedCharts = '(played or described_by is not null)'
