export {
  type PaperDdeElites,
  type PaperMapElites,
  type PaperSettingsOptions,
  type PaperVariant,
  paperLatent,
  paperSettings,
} from './paper-settings.ts';
