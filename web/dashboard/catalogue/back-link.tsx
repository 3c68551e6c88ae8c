import { Link } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useTexts } from './texts.ts'

export function BackLink() {
  const words = useTexts()
  return (
    <Button asChild look="quiet">
      <Link to="/catalogue">
        <Icon name="back" size={16} />
        {words.back}
      </Link>
    </Button>
  )
}
