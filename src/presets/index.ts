export {
  type PaperDdeElites,
  type PaperMapElites,
  type PaperSettingsOptions,
  type PaperVariant,
  paperSettings,
} from './paper-settings.ts';
