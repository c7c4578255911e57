### Слова командной строки.

cli-help = подсказка:
cli-error = ошибка
cli-warning = предупреждение
cli-info = замечание
cli-head-name = имя
cli-head-path = путь
cli-head-meaning = смысл
cli-head-format = формат
cli-head-size = размер
cli-head-offset = смещение
cli-head-entries = записи
cli-head-explained = учтено
cli-head-result = итог
cli-head-about = содержимое
cli-head-change = изменение
cli-head-field = поле
cli-head-before = было
cli-head-after = стало
cli-ls-total = { $entries ->
        [one] { $entries } запись
        [few] { $entries } записи
       *[many] { $entries } записей
    }, { $bytes ->
        [one] { $bytes } байт
        [few] { $bytes } байта
       *[many] { $bytes } байт
    }
cli-find-total = { $count ->
        [0] ничего не найдено
        [one] { $count } совпадение
        [few] { $count } совпадения
       *[many] { $count } совпадений
    }
cli-explain-total = байты: именованные поля { $named }, выравнивание { $padding }, без разбора { $opaque }, не прочитано { $uncovered }
cli-check-total = { $files ->
        [one] { $files } файл
        [few] { $files } файла
       *[many] { $files } файлов
    }, { $assets ->
        [one] { $assets } ресурс
        [few] { $assets } ресурса
       *[many] { $assets } ресурсов
    }: { $errors ->
        [0] ошибок нет
        [one] { $errors } ошибка
        [few] { $errors } ошибки
       *[many] { $errors } ошибок
    }, { $warnings ->
        [0] предупреждений нет
        [one] { $warnings } предупреждение
        [few] { $warnings } предупреждения
       *[many] { $warnings } предупреждений
    }
cli-check-more = … и ещё { $more } с кодом { $code } в { $path }
cli-checking = проверка
cli-unpacking = распаковка
cli-packing = упаковка
cli-unpack-done = { $entries ->
        [one] распакована { $entries } запись
        [few] распаковано { $entries } записи
       *[many] распаковано { $entries } записей
    } в { $folder }
cli-unpack-would = { $entries ->
        [one] была бы распакована { $entries } запись
        [few] было бы распаковано { $entries } записи
       *[many] было бы распаковано { $entries } записей
    } в { $folder }; ничего не записано
cli-unpack-tolerated = { $errors ->
        [one] обнаружена { $errors } ошибка
        [few] обнаружено { $errors } ошибки
       *[many] обнаружено { $errors } ошибок
    }; то, что не читается, сохранено как есть, без разбора
cli-unpack-spread = и { $files ->
        [one] { $files } файл, который складывается
        [few] { $files } файла, которые складываются
       *[other] { $files } файлов, которые складываются
    } из нескольких записей
cli-unpack-not-spread = Картинки, которые складываются из нескольких записей, пропущены: { $reason }{ $more ->
        [0] {""}
       *[other] {" "}(других причин: { $more })
    }
cli-pack-added = { $count ->
        [one] добавлена { $count } запись из нового файла:
        [few] добавлены { $count } записи из новых файлов:
       *[other] добавлено { $count } записей из новых файлов:
    }
cli-pack-unlisted = { $count ->
        [one] { $count } файла нет в relict.json, и он не запакован. С --add он станет записью; лишний файл уберите из папки:
       *[other] { $count } файлов нет в relict.json, и они не запакованы. С --add они станут записями; лишние файлы уберите из папки:
    }
cli-more-problems = … и ещё ошибок: { $count }; все покажет --verbose
cli-pack-edited = { $count ->
        [one] изменён { $count } файл
        [few] изменены { $count } файла
       *[other] изменено { $count } файлов
    }:
pack-spread-gone = { $count ->
        [1] Файла { $first } больше нет
       *[other] Файла { $first } и других (всего { $count }) больше нет
    }. Это ничего не удаляет: то, чего нет в папке, остаётся в архиве прежним.
pack-new-findings = При проверке нового архива найдено то, чего не было у исходного ({ $count }): { $code }, запись { $entry }. Подробности покажет relict check для нового архива.
pack-companion-renewed = Записан файл { $file }: с размером нового архива и без подписи.
pack-companion = Файл { $file } описывает прежний архив: указанный в нём размер (MIDlet-Jar-Size) и подпись больше не верны. Упакуйте с --update-jad, чтобы это исправить, или ставьте архив без этого файла.
cli-pack-done = { $entries ->
        [one] запакована { $entries } запись
        [few] запаковано { $entries } записи
       *[many] запаковано { $entries } записей
    } в { $out }, { $size ->
        [one] { $size } байт
        [few] { $size } байта
       *[many] { $size } байт
    }; { $changed ->
        [0] изменений нет
        [one] изменена { $changed }:
        [few] изменены { $changed }:
       *[many] изменено { $changed }:
    }
cli-pack-would = { $entries ->
        [one] была бы запакована { $entries } запись
        [few] было бы запаковано { $entries } записи
       *[many] было бы запаковано { $entries } записей
    } в { $out }, { $size ->
        [one] { $size } байт
        [few] { $size } байта
       *[many] { $size } байт
    }; { $changed ->
        [0] изменений нет
        [one] изменена { $changed }:
        [few] изменены { $changed }:
       *[many] изменено { $changed }:
    }
cli-convert-done = { $path } → { $out }, { $size ->
        [one] { $size } байт
        [few] { $size } байта
       *[many] { $size } байт
    }
cli-convert-left-behind = в этот файл не вошли сведения из архива, без которых он читается иначе: { $said }. В .json есть и то и другое.
cli-convert-beside = также записан: { $file }
cli-convert-would = было бы преобразовано: { $path } → { $out }, { $size ->
        [one] { $size } байт
        [few] { $size } байта
       *[many] { $size } байт
    }; ничего не записано
cli-diff-same = различий нет
cli-diff-total = { $count ->
        [one] { $count } различие
        [few] { $count } различия
       *[many] { $count } различий
    }
cli-diff-bytes = { $bytes ->
        [0] только длина, начиная с { $first }
        [1] { $bytes } байт по смещению { $first }
        [one] { $bytes } байт, первый по смещению { $first }
        [few] { $bytes } байта, первый по смещению { $first }
       *[many] { $bytes } байт, первый по смещению { $first }
    }
cli-change-added = добавлено
cli-change-removed = удалено
cli-change-renamed = переименовано
cli-change-order = порядок
cli-change-attribute = атрибут
cli-change-field = поле
cli-change-content = содержимое
cli-change-format = формат
cli-change-frame = обрамление
cli-sample-done = { $count ->
        [one] записан { $count } файл
        [few] записано { $count } файла
       *[many] записано { $count } файлов
    } в { $folder }; попробуйте `relict ls -r { $folder }`
cli-sample-would = { $count ->
        [one] был бы записан { $count } файл
        [few] было бы записано { $count } файла
       *[many] было бы записано { $count } файлов
    } в { $folder }
cli-man-done = { $count ->
        [one] записана { $count } страница
        [few] записано { $count } страницы
       *[many] записано { $count } страниц
    } в { $folder }
cli-view-end = Нажмите Ctrl-C, чтобы завершить просмотр. Не передавайте адрес другим: по нему видны эти файлы.
cli-demo-title = Примеры архивов, распакованные в папки и запакованные снова
cli-demo-identical = совпадает
cli-demo-different = ОТЛИЧАЕТСЯ
cli-demo-all = Всё собрано обратно байт в байт: { $files ->
        [one] { $files } файл
        [few] { $files } файла
       *[many] { $files } файлов
    }, { $entries ->
        [one] { $entries } запись
        [few] { $entries } записи
       *[many] { $entries } записей
    }, { $bytes ->
        [one] { $bytes } байт
        [few] { $bytes } байта
       *[many] { $bytes } байт
    }.
cli-demo-some = Не совпало файлов: { $wrong } из { $files }.
cli-demo-kept = Всё лежит в { $folder }: измените файл в unpacked/, затем выполните `relict pack` и `relict diff`.
cli-demo-view = Те же файлы в просмотре:
cli-demo-wait = (Браузер не открыл просмотр: он завершится через { $seconds } с. С `--serve` он продолжит работу, с `--no-view` не запустится.)
cli-demo-next = Дальше: `relict sample DIR` создаст эти файлы для ваших опытов; что с ними можно делать, покажет `relict --help`.
cli-usage-unknown-argument = Непонятный аргумент «{ $name }»{ $near ->
        [yes] ; может быть, «{ $suggested }»?
       *[no] .
    }
cli-usage-unknown-command = Нет команды «{ $name }»{ $near ->
        [yes] ; может быть, «{ $suggested }»?
       *[no] .
    }
cli-usage-missing-argument = Не указано: { $name }.
cli-usage-invalid-value = { $given ->
        [yes] Значение «{ $value }» не подходит для { $name }
       *[no] Для { $name } нужно значение
    }{ $near ->
        [yes] ; можно: { $suggested }.
       *[no] .
    }
cli-usage-no-value = Параметру «{ $name }» значение не нужно.
cli-usage-conflict = «{ $name }» и «{ $prior }» вместе не используются.
cli-usage-repeated = «{ $name }» можно указать только один раз.
cli-usage-no-effect = На это преобразование «{ $name }» не влияет.
cli-usage-missing-command = Не указана команда.
cli-usage-not-unicode = Аргумент — не текст в Unicode.
cli-usage-other = { $text }
fact-family = семейство
fact-format = формат
fact-size = размер, байт
fact-entries = записей
fact-types = типы
fact-payload-bytes = размер данных, байт
fact-unindexed-bytes = вне записей, байт

### Справка. По-английски она стоит в коде, при каждом аргументе.

cli-heading-usage = Использование:
cli-heading-options = Параметры
cli-heading-arguments = Аргументы
cli-heading-commands = Команды
cli-heading-command = КОМАНДА

help = Просмотр, проверка, объяснение, редактирование и точная сборка ресурсов старых игр
help-json = Вывести JSON вместо текста
help-quiet = Выводить только результат
help-verbose = Выводить больше подробностей
help-lang = Язык сообщений; по умолчанию — язык системы
help-color = Когда использовать цвет
help-help = Показать справку
help-version = Показать версию

help-info = Показать, что это за файл: семейство, формат и основные сведения
help-info-path = Файл, запись внутри него (game.lib/ИМЯ), папка с ресурсами россыпью или - для стандартного ввода

help-ls = Показать содержимое архива или папки
help-ls-path = Архив, вложенный в него архив, папка или - для стандартного ввода
help-ls-recursive = Заходить во вложенные архивы и папки
help-ls-hash = Добавить SHA-256 содержимого каждой записи

help-find = Найти записи по имени или шаблону на любой глубине, в архивах и папках
help-find-pattern = Часть имени или шаблон, например *.0, tank.*, units.rlb/** (без учёта регистра)
help-find-paths = Файлы, архивы или папки, в которых искать

help-explain = Объяснить каждый байт файла или код замечания
help-explain-path = Файл, запись внутри него или - для стандартного ввода
help-explain-at = Показать только поле по этому смещению (десятичное число или шестнадцатеричное с 0x)
help-explain-full = Показать каждый элемент длинных списков, а не по одной строке на список
help-explain-code = Объяснить код замечания или ошибки и способ исправления

help-check = Проверить файлы и всё их содержимое: ошибки и предупреждения
help-check-paths = Файлы, записи внутри них, папки или - для стандартного ввода

help-unpack = Распаковать архив в папку для редактирования, из которой он собирается обратно без изменений
help-unpack-path = Архив, вложенный в него архив, папка с ресурсами россыпью или - для стандартного ввода
help-unpack-folder = Создаваемая папка
help-unpack-tolerant = Распаковать всё, что читается, даже если проверка нашла ошибки
help-unpack-raw = Записать исходные байты каждой записи вместо PNG, glTF и JSON
help-unpack-all = Экспортировать модели со всеми уровнями детализации и состояниями повреждений отдельными узлами
help-palette = Палитра для текстур, у которых нет своей: PAL.PAL или файл из 256 цветов (синий, зелёный, красный, неиспользуемый байт)
help-unpack-alpha = Что делать с альфой: оставить в картинке (keep), убрать (opaque) или вынести в отдельный файл NAME.alpha.png (split)
help-unpack-force = Заменить существующую распакованную папку
help-unpack-dry_run = Выполнить всё, кроме записи файлов

help-pack = Собрать архив из распакованной папки; всё, что не редактировали, сохранит свои байты
help-pack-folder = Папка, распакованная relict, а с --like — и другой программой
help-pack-out = Выходной архив или - для стандартного вывода
help-pack-add = Сделать новые записи из файлов, которых нет в relict.json
help-pack-canonical = Перестроить всё вокруг записей так, как это делают инструменты самой игры
help-pack-quantise = Заменить цвета, которых нет в палитре, ближайшими
help-pack-like = Взять всё, чего нет в папке, из этого архива; тогда relict.json не нужен
help-pack-lenient = Округлять оттенки серого, которым не соответствует цвет палитры, как в редакторе сообщества
help-pack-deepen = Увеличить глубину цвета картинок, которым её не хватает
help-pack-update_jad = Записать также .jad архива с новым размером и без подписи
help-pack-strip_signature = Удалить подпись архива
help-pack-keep_signature = Оставить подпись архива, хотя она станет недействительной
help-pack-keep_mips = Сохранить прежние мип-уровни изменённых картинок, не пересоздавая их
help-pack-force = Перезаписать выходной архив, если он существует
help-pack-dry_run = Выполнить всё, кроме записи файлов

help-convert = Преобразовать один ресурс в формат по расширению OUT: .png, .glb, .gltf, .obj, .json или .svg, обратно из них или в исходный файл
help-convert-path = Файл, запись внутри него, папка с ресурсами россыпью или - для стандартного ввода
help-convert-out = Выходной файл или - для стандартного вывода (в виде JSON). Архив с расширением .png превращается в обзорный лист картинок
help-convert-level = Мип-уровень картинки (0 — самый большой) или уровень детализации модели (0 — ближний, 4 — вид изнутри)
help-convert-state = Состояние повреждений модели: 0 — целая, 1 и 2 — повреждённая
help-convert-all = Экспортировать все уровни детализации и состояния модели отдельными узлами
help-convert-motions = Добавить модели анимации: архив движений или одно движение внутри него. Можно повторять
help-convert-rotation_only = Использовать в движениях только поворот этих узлов: имена через запятую или all
help-convert-alpha = Что делать с альфой: оставить в картинке (keep), убрать (opaque) или вынести в отдельный файл NAME.alpha.png (split)
help-convert-like = Записать PNG или модель в копию этого файла, сохранив всё остальное
help-convert-settings = Изменить настройку файла, в который записывается PNG, например format=565 или mips=4
help-convert-quantise = Заменить цвета, которых нет в палитре, ближайшими
help-convert-keep_mips = Сохранить прежние мип-уровни, не пересоздавая их
help-convert-bare = Не встраивать данные, по которым восстанавливается исходный файл
help-convert-force = Перезаписать выходной файл, если он существует
help-convert-dry_run = Выполнить всё, кроме записи файлов

help-diff = Сравнить два файла или две папки: записи, атрибуты, поля
help-diff-a = Файл, запись внутри него или папка
help-diff-b = Файл, запись или папка для сравнения

help-refs = Показать связи между файлами (таблицы WEAR, материалы, текстуры): что используется, чего не хватает, что не нужно
help-refs-paths = Папки игры, архивы, записи внутри них (покажет и то, где они используются) или - для стандартного ввода

help-survey = Сосчитать содержимое файлов игры, не раскрывая его: форматы, находки, хеши, утверждения, неизвестные поля
help-survey-paths = Папки, файлы, записи внутри них или - для стандартного ввода
help-survey-out = Записать отчёт в этот файл в виде JSON
help-survey-no_hash = Не вычислять SHA-256 файлов, для которого читается каждый байт
help-survey-force = Перезаписать отчёт, если он существует
help-survey-dry_run = Выполнить всё, кроме записи файлов
help-survey-compare = Сравнить два отчёта: файлы или имя эталонного отчёта (parkan-iron-strategy)

help-pose = Вывести положение узлов модели в заданный момент, как его вычисляет движок
help-pose-path = Модель: запись архива (game.rlb/tank.msh), файл или - для стандартного ввода
help-pose-time = Время в кадрах
help-pose-rest = Исходная поза вместо момента времени
help-pose-blend = Второй момент времени, с которым смешивается первый
help-pose-weight = Вес второго момента, от 0 до 1
help-pose-engine = Как рисует игра: первый узел поворачивается, но не перемещается
help-pose-tolerant = Принять модель с ошибками, насколько её можно прочитать
help-runtime = Выполнить сценарий вызовов менеджера материалов движка и вывести результаты
help-runtime-scenario = Сценарий: файл JSON или - для стандартного ввода
help-runtime-game = Папка с библиотеками игры; по умолчанию — папка сценария

help-view = Просмотреть папку или файл в браузере: картинки, модели, карты, таблицы и каждый байт
help-view-path = Папка или файл
help-view-edit = Разрешить редактирование картинок и полей и сохранение рядом с оригиналом
help-view-port = Порт (по умолчанию — любой свободный)
help-view-no_open = Вывести адрес, не открывая браузер

help-sample = Создать синтетические данные игр для экспериментов
help-sample-folder = Создаваемая папка
help-sample-scale = Увеличить объём данных для измерений: 1000 — около 3 ГБ, с архивами больше 1 ГБ и на 40 000 записей
help-sample-dry_run = Выполнить всё, кроме записи файлов

help-demo = Распаковать примеры архивов, собрать их снова и проверить, что все байты совпали
help-demo-keep = Сохранить примеры и распакованные папки в этой папке
help-demo-serve = Не останавливать просмотр, даже если браузер не подключился
help-demo-no_view = Завершить работу после сравнения, не запуская просмотр

help-completions = Вывести скрипт автодополнения для командной оболочки
help-completions-shell = Командная оболочка

help-man = Вывести страницу man или записать по странице на каждую команду
help-man-dir = Записать по странице на команду в эту папку
help-man-force = Перезаписать существующие страницы

help-schema = Вывести JSON Schema ответа команды или манифеста распакованной папки
help-schema-command = Имя команды, explain-code или folder (схема relict.json)
sample-ngi-units = машины и здания, которые движутся и горят, таблицы материалов, повторы имён и имя по-русски
sample-ngi-land = ландшафт карты: холмы вокруг озера, вблизи и издали
sample-ngi-land-wear = материалы ландшафта
sample-ngi-land-micro = чьи микротекстуры ложатся поверх них
sample-ngi-materials = материалы всех версий и со всеми режимами анимации
sample-ngi-textures = текстуры во всех форматах пикселей: броня, стены, земля, огонь; с мип-уровнями, ячейками и прозрачным цветом палитры
sample-ngi-lightmaps = карты освещения зданий
sample-ngi-effects = эффекты с командами всех видов: взрыв, дым из трубы, двигатель, щит, молния
sample-ngi-sounds = звуки, которые играют эффекты
sample-ngi-system = файл палитры с таблицей смешения цветов
sample-ngi-oddities = пропуски, старые байты, необычный порядок и имена, которых не примет ни одна файловая система
sample-ngi-palettes = архив без записей, какой есть и в игре
sample-ngi-sprites = все методы сжатия и архив внутри архива
sample-ngi-gamefont = несортированные имена и оверлей
sample-mw3-mechlib = шагающий мех и фонарь, с общими материалами
sample-mw3-pm-mechlib = то же в формате дополнения: ещё один мех и три уровня детализации
sample-mw3-motion = движения вымышленного меха: ходьба, ожидание, поворот, прыжок
sample-mw3-reader = настройки этого меха, списками
sample-mw3-sounds = звуки: с комментариями, с остатками памяти и с двумя записями под одним именем
sample-mw3-pm-motion = движения обоих мехов в формате дополнения, без длин
sample-mw3-pm-reader = те же настройки в формате дополнения, с контрольной суммой
sample-mw3-textures = текстуры мехов в пяти камуфляжах: цвета, собственные палитры, две общие и все виды прозрачности
sample-idmobile-extras = ZIP, который не игра: файлы без сжатия и со сжатием, папка, комментарии и дескрипторы данных
sample-idmobile-small = небольшие файлы мобильных игр: таблицы, меню, тексты издателя, картинки и звуки
sample-idmobile-banks = то же, как его читает редактор сообщества: два банка текстур
sample-idmobile-orcs2 = то же, как в продолжении для Java: короткая таблица соответствий, звуки, и последний их файл пуст
sample-idmobile-orcs2-brew = то же, как в продолжении для BREW: полы, текстуры глубже, палитры любого размера
sample-idmobile-orcs = подземелье, как в Orcs & Elves: руны, знамёна, орк; куски по индексам
sample-idmobile-drpg = база на луне, как в Doom RPG: стены, двери четырёх цветов, монстры по кадрам, две карты и их тексты
sample-idmobile-wolf = замок наподобие Wolfenstein RPG: стены, стражник, факелы, тексты на двух языках, таблицы, ночное небо
sample-idmobile-doom2 = база наподобие Doom II RPG, в пакете приложения: изображения в широком виде
sample-idmobile-map = карта Doom RPG: комнаты, коридоры, двери и монстры
sample-idmobile-texts = тексты этой карты
sample-idmobile-brew-map = та же карта для телефонов BREW, с текстами и полами
sample-idmobile-entities = объекты этой карты, с именами
fact-methods = методы
fact-presorted = имена отсортированы
fact-overlay = оверлей
