import { IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { stored, upload, type Shelf } from '../../../api/stored';
import { useEditor } from '../../../state/editor';
import { toast } from '../../../state/toasts';
import { language } from '../../../words/language';
import { sentenceOf } from '../../../words/refusal';
import { useTranslation } from '../../../words/words';
import { OfferField } from './OfferField';
import type { FieldProps } from './props';

/** Where files of a param's type lie, and which files those are. */
const SHELVES: Record<string, { shelf: Shelf; accept: string }> = {
  model_file: { shelf: 'models', accept: '.pt,.pth,.safetensors,.ckpt,.bin' },
  image_file: { shelf: 'images', accept: '.png,.jpg,.jpeg,.bmp,.webp,.gif,.tiff' },
  data_file: { shelf: 'files', accept: '.csv,.tsv,.txt,.json' },
};

/** A file: one that is stored, one that is uploaded or dropped here, or a path. */
export function FileField(props: FieldProps): ReactNode {
  const { t } = useTranslation();
  const { shelf, accept } = SHELVES[props.param.param_type]!;
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const { data } = useQuery({ ...stored(shelf), enabled: isAsked });
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    const before = useEditor.getState().loads;
    try {
      const name = await upload(file, shelf);
      if (useEditor.getState().loads === before) props.change(name); // else another graph was opened meanwhile
      await client.invalidateQueries({ queryKey: stored(shelf).queryKey });
    } catch (error) {
      toast({ tone: 'error', text: (words) => sentenceOf(words, error) });
    } finally {
      setBusy(false);
    }
  };
  const over = (event: DragEvent, isIn: boolean): void => {
    if (!event.dataTransfer.types.includes('Files') || useEditor.getState().readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(isIn);
  };
  return (
    <span
      className="control file-drop" data-over={isOver || undefined} data-testid={`drop-${props.param.name}`}
      onDragOver={(event) => over(event, true)} onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (!useEditor.getState().readOnly) void take(event.dataTransfer.files[0]);
      }}
    >
      <OfferField
        {...props} offers={(data ?? []).map(({ filename, size }) => ({ value: filename, note: sizeOf(size) }))} opened={() => setAsked(true)} nothing={data ? t('param.no_files') : ''}
      >
        <button type="button" className="btn small bare" disabled={isBusy} onClick={() => chooser.current?.click()} data-testid={`upload-${props.param.name}`}>
          <IconUpload size={14} aria-hidden />
          {t('param.upload')}
        </button>
      </OfferField>
      <input
        ref={chooser} type="file" accept={accept} hidden data-testid={`choose-${props.param.name}`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = ''; // the same file can be chosen again
        }}
      />
    </span>
  );
}

function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? (['kilobyte', bytes / 1e3] as const) : (['megabyte', bytes / 1e6] as const);
  return new Intl.NumberFormat(language(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}
