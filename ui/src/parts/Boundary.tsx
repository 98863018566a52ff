import { Component, type ReactNode } from 'react';
import { words } from '../words/words';
import { CopyButton } from './CopyButton';
import { fetchAnew } from './lazy';
import './boundary.css';

interface Props {
  children: ReactNode;
  /** Called in place of what is otherwise said where the panel was. */
  stopped?: () => void;
}

/** For what can be missing without a word. */
export function quiet(): void {
  // the console has said it
}

/** Keeps what breaks inside one panel from taking the others down. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(): void {
    fetchAnew();
    this.props.stopped?.();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.stopped) return null;
    return (
      <div className="boundary" role="alert" data-testid="panel-stopped">
        <p>{words.t('errors.panel')}</p>
        <div className="row">
          <button type="button" className="btn" onClick={() => this.setState({ error: null })}>
            {words.t('errors.reload_panel')}
          </button>
          <CopyButton text={`${error.message}\n${error.stack ?? ''}`} label={words.t('errors.copy')} />
        </div>
      </div>
    );
  }
}
