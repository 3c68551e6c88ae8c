import { useState } from 'react'
import { useApi } from '../api/queries.ts'
import { useNames } from '../app/navigation.ts'
import { useIsOwner } from '../app/session.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { Invite } from './invite.tsx'
import { OneTimeLink, type Sent } from './one-time-link.tsx'
import { Person } from './person.tsx'

const useTexts = texts({
  en: {
    about: 'Owners change the team, the workspace and what cannot be undone; members do the daily work.',
    members: 'Only an owner can invite, change or remove people.',
    invite: 'Invite',
    people: 'People',
  },
  ms: {
    about:
      'Pemilik mengubah pasukan, ruang kerja dan apa yang tidak boleh dipulihkan; ahli membuat kerja harian.',
    members: 'Hanya pemilik boleh menjemput, mengubah atau membuang orang.',
    invite: 'Jemput',
    people: 'Orang',
  },
})

export function Team() {
  const words = useTexts()
  const isOwner = useIsOwner()
  const { data, isPending, error, refetch } = useApi('GET /team', {})
  const [isInviting, setInviting] = useState(false)
  const [sent, setSent] = useState<Sent>()
  return (
    <Page
      title={useNames().team}
      about={isOwner ? words.about : `${words.about} ${words.members}`}
      actions={
        isOwner && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      {sent && <OneTimeLink sent={sent} onDone={() => setSent(undefined)} />}
      {isPending && <SkeletonRows rows={3} className="h-16" />}
      {error && !data && <ErrorNote error={error} retry={() => void refetch()} />}
      {data && (
        <ul aria-label={words.people} className="grid gap-3">
          {data.data.map((member) => (
            <Person key={member.id} member={member} onSent={setSent} />
          ))}
        </ul>
      )}
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onSent={(invited) => {
            setInviting(false)
            setSent(invited)
          }}
        />
      )}
    </Page>
  )
}
