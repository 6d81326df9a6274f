import { artistOrUnknown, titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { nameHash } from '@stepledger/contracts/look/name-hash.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { counted } from '../../../ui/count-text.ts'
import { Difficulty } from '../../../ui/difficulty.tsx'
import type { Found } from './found.ts'

export function FoundRow({ found }: { found: Found }) {
  switch (found.kind) {
    case 'chart': {
      const { chart } = found
      return (
        <>
          <Banner hash={chart.hash} source={chart} className="w-16" />
          <Text title={titleOrUnknown(chart.songName)} detail={artistOrUnknown(chart.artist)} />
          <Difficulty small difficulty={chart.difficulty} meter={chart.meter} />
        </>
      )
    }
    case 'player': {
      const { userId, alias, profileImageUrl } = found.player
      return (
        <>
          <Avatar id={userId} alias={alias} imageUrl={profileImageUrl} size="1.75rem" />
          <span className="min-w-0 grow truncate font-semibold">{alias}</span>
        </>
      )
    }
    case 'pack': {
      const { pack } = found
      const songs = counted(pack.simfileCount, 'song')
      return (
        <>
          <Banner hash={nameHash(pack.name)} source={pack} className="w-16" />
          <Text title={pack.name} detail={songs} />
        </>
      )
    }
    case 'all':
      return <span className="underline decoration-primary decoration-2">{found.text}</span>
  }
}

function Text({ title, detail }: { title: string; detail: string }) {
  return (
    <span className="min-w-0 grow">
      <span className="block truncate font-semibold leading-4">{title}</span>
      <span className="mute block truncate text-xs">{detail}</span>
    </span>
  )
}
