import { listOwnCharts } from '@stepledger/contracts/http/chart-list.ts'
import { getChartMarks, getPackMarks } from '@stepledger/contracts/http/marks.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { chartMarksPage, packMarksPage } from './marks.ts'
import { ownChartsPage } from './own-charts.ts'

/** Serves the caller's marks, which the web app adds to pages that are the same for everyone, and lists by the caller's plays. */
export function serveMarks(app: FastifyInstance, readOwnPage: ReadOwnPage): void {
  serve(app, getChartMarks, ({ caller: { playerId: player }, query: { charts }, request, reply }) =>
    readOwnPage(request, reply, chartMarksPage, () => ({ player, charts })),
  )
  serve(app, getPackMarks, ({ caller: { playerId: player }, query: { packs }, request, reply }) =>
    readOwnPage(request, reply, packMarksPage, () => ({ player, packs })),
  )
  serve(app, listOwnCharts, ({ caller: { playerId: player }, query, request, reply }) =>
    readOwnPage(request, reply, ownChartsPage, () => ({ player, query })),
  )
}
